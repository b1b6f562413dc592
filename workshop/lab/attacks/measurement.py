"""Measure the moves of other people before and during each attack, in one run.

The attacker has one address or several. Players and attackers reach the server directly, or through
an nginx with the configuration of deploy/nginx.
"""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from tests.environment import ROOT
from workshop.lab.attacks.target import Target
from workshop.lab.loadtest import processes
from workshop.lab.loadtest.generator_process import GeneratorProcess, gather_guests, seat_tables
from workshop.lab.loadtest.messages import Plan, Result, TableSpec
from workshop.lab.loadtest.processes import Server, cpu_s
from workshop.lab.loadtest.report import percentile
from workshop.lab.loadtest.testbed import Testbed, open_testbed, services

PLAYERS = "127.0.0.2"
TABLES = 20
MOVES_PER_S = 60.0
"""Of all tables: enough for a p99 of ten seconds, far below what a server can do."""
DEMO_GAMES = 10
"""Finished games, for the pages that are attacked."""
ATTACKERS = 25
"""Guests of each address of the attacker."""
MAX_RATIO, HARMLESS_MS = 3.0, 30.0
"""The goal: the p99 of moves during an attack is below so many times that before it, or below so
many ms.
"""
WARMUP_S = 3.0
RECOVERY_S = 4.0
"""The pause after an attack: its last connections are closed meanwhile."""


@dataclass(frozen=True)
class Window:
    """A part of the run, in `time.perf_counter()`, and the server's CPU seconds within it."""

    start: float
    end: float
    cpu: float


@dataclass(frozen=True)
class Outcome:
    """One attack. Latencies in ms: of moves that were due before it, and during it."""

    name: str
    before: list[float]
    during: list[float]
    cpu_before: float
    cpu_during: float

    @property
    def ratio(self) -> float:
        """The disturbed p99 divided by the undisturbed one."""
        return percentile(self.during, 0.99) / (percentile(self.before, 0.99) or 1.0)

    @property
    def is_harmless(self) -> bool:
        """Whether the attack keeps to the goal."""
        return self.ratio < MAX_RATIO or percentile(self.during, 0.99) < HARMLESS_MS

    def row(self) -> str:
        """Return a row of the table that the command prints."""
        p99 = [percentile(values, 0.99) for values in (self.before, self.during)]
        return (
            f"| {self.name} | {len(self.before)} / {len(self.during)} | {p99[0]:.1f} | {p99[1]:.1f}"
            f" | {max(self.during, default=0.0):.0f} | {self.ratio:.1f}"
            f" | {self.cpu_before:.2f} | {self.cpu_during:.2f} |"
        )


HEADINGS = (
    "| attack | moves before / during | p99 before, ms | p99 during, ms | longest during, ms"
    " | ratio | server CPU before, s | during, s |\n|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Setup:
    """How to attack.

    seconds: of each attack. addresses: of the attacker. database: a URL, or "sqlite".
    behind_nginx: whether everybody comes through nginx.
    """

    seconds: float = 10.0
    addresses: int = 1
    database: str | None = "sqlite"
    behind_nginx: bool = False


def measure(names: Sequence[str], setup: Setup, report: Callable[[str], None]) -> list[Outcome]:
    """Run these attacks one after the other against one server; return what they did.

    Raises RuntimeError if a process fails.
    """
    with contextlib.ExitStack() as stack:
        testbed = stack.enter_context(open_testbed(setup.database))
        # The limits must apply.
        del testbed.env["SOCKET_RATE"]
        # The worker would analyse the finished games meanwhile.
        testbed.env["EMBEDDED_WORKER"] = "0"
        processes.run(["manage.py", "collectstatic", "--no-input", "--verbosity=0"], testbed.env)
        processes.run(["manage.py", "seed_demo", f"--games={DEMO_GAMES}"], testbed.env)
        if setup.behind_nginx:
            testbed.env["TRUSTED_PROXIES"] = "127.0.0.1"
        server = testbed.add_server("daphne")
        port = server.port
        if setup.behind_nginx:
            port = stack.enter_context(_nginx(testbed, server))
        players = seat_tables(TABLES, 2, "yacht", testbed.env)
        attacked = gather_guests(ATTACKERS * setup.addresses, testbed.env)
        cookies = [player.cookie for player in attacked.players]
        target = Target(port, attacked.room, cookies, finished_game(testbed))
        way = "through nginx" if setup.behind_nginx else "without nginx"
        report(
            f"{testbed.database}; {way}; {setup.addresses} addresses attack; "
            f"{MOVES_PER_S:.0f} moves/s at {TABLES} tables"
        )
        windows, result = _play(testbed, server, players, target, names, setup)
        if server.tracebacks():
            raise RuntimeError(f"the server wrote tracebacks:\n{server.tail()}")
    return [
        Outcome(name, _within(result, quiet), _within(result, loud), quiet.cpu, loud.cpu)
        for name, (quiet, loud) in zip(names, windows, strict=True)
    ]


@contextlib.contextmanager
def _nginx(testbed: Testbed, server: Server) -> Iterator[int]:
    """Run an nginx in front of the server, on the players' core; yield its port."""
    static = Path(testbed.env["DATA_DIR"]) / "static"
    with services().running_nginx([server.port], {}, static) as nginx:
        if testbed.other_core is not None:
            processes.pin(nginx.child.pid, testbed.other_core)
        yield nginx.port


def finished_game(testbed: Testbed) -> str:
    first = "Game.objects.filter(status='finished').values_list('code', flat=True)[0]"
    script = f"from games.models import Game; print({first})"
    return processes.run(["manage.py", "shell", "--verbosity=0", "-c", script], testbed.env).strip()


def _play(
    testbed: Testbed,
    server: Server,
    players: list[TableSpec],
    target: Target,
    names: Sequence[str],
    setup: Setup,
) -> tuple[list[tuple[Window, Window]], Result]:
    """Play while the attacks run. Return a quiet and a loud window for each, and all latencies."""
    plan = Plan(
        urls=[f"ws://127.0.0.1:{target.port}"],
        tables=players,
        journal=testbed.journal(),
        rate=MOVES_PER_S,
        seconds=None,
        finish=False,
        source=PLAYERS,
    )
    generator = GeneratorProcess(plan, testbed.directory, testbed.other_core)
    windows = []
    try:
        generator.wait_for("playing")
        time.sleep(WARMUP_S)
        for name in names:
            quiet = _window(server.pid, partial(time.sleep, setup.seconds))
            loud = _window(server.pid, partial(_attack, testbed, name, setup, target))
            windows.append((quiet, loud))
            time.sleep(RECOVERY_S)
        generator.finish()
        return windows, generator.result()
    finally:
        generator.stop()


def _window(pid: int, pass_time: Callable[[], None]) -> Window:
    start, before = time.perf_counter(), cpu_s(pid)
    pass_time()
    return Window(start, time.perf_counter(), cpu_s(pid) - before)


def _attack(testbed: Testbed, name: str, setup: Setup, target: Target) -> None:
    """Run one attack in a process of its own, on the players' core."""
    command = [sys.executable, "-m", "workshop.lab.attacks", name, str(setup.seconds)]
    attacker = subprocess.Popen(
        [*command, str(setup.addresses), msgspec.json.encode(target).decode()], cwd=ROOT
    )
    try:
        if testbed.other_core is not None:
            os.sched_setaffinity(attacker.pid, {testbed.other_core})
        # An attacker that used the players' core for itself would be measured as latency. With
        # `chrt`, server and players go before everything else on the machine, the attacker not.
        os.sched_setscheduler(attacker.pid, os.SCHED_OTHER, os.sched_param(0))
        if attacker.wait(setup.seconds + 30):
            raise RuntimeError(f"the attack {name!r} failed")
    finally:
        attacker.kill()
        attacker.wait()


def _within(result: Result, window: Window) -> list[float]:
    """Return the latencies of the moves that were due within the window."""
    pairs = zip(result.due_at, result.latency_ms, strict=True)
    return [latency for due, latency in pairs if window.start <= due < window.end]
