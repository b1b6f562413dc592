"""Measure a server's sockets: connecting, at rest, and after a restart while people play."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from workshop.lab.loadtest.generator_process import GeneratorProcess, seat_tables
from workshop.lab.loadtest.messages import Plan, TableSpec
from workshop.lab.loadtest.processes import Server, cpu_s, rss_mb
from workshop.lab.loadtest.report import percentile
from workshop.lab.loadtest.testbed import Testbed, open_testbed
from workshop.lab.sockets.crowd import CrowdPlan
from workshop.lab.sockets.crowd_process import Arrival, CrowdProcess

PLAYERS_PER_TABLE = 2
SETTLE_S = 2.0
"""The pause between the last welcome and the measurement at rest."""
MOVING_TABLES = 12
"""Tables whose players move during a restart, from one address: more would meet its limits."""
MOVES_PER_S = 24.0
"""After a restart, all play at once what was due: of more than this, sockets would be refused."""
MOVER = "127.0.0.2"
BEFORE_S = 5.0
"""How long they play before the restart."""


@dataclass
class Options:
    """What to measure.

    sockets: how many; two players in each room, all in a running game.
    seconds: how long to measure at rest. ping_s: seconds between a player's pings; 0 for none.
    restart: whether to restart the server and wait for all; kill: without a warning (SIGKILL).
    limits: whether the limits of an address and of a socket apply.
    """

    sockets: int = 2000
    seconds: float = 20.0
    ping_s: float = 10.0
    at_once: int = 32
    restart: bool = True
    kill: bool = False
    limits: bool = True
    database: str | None = None
    redis: str | None = "own"


@dataclass
class Figures:
    """What was measured. CPU is that of the server.

    connect_ms, connect_kb: CPU and memory of a socket. rest_percent: of a core, at rest.
    ready_s: from the signal until the new server listens. p99_ms, longest_ms: of the moves that
    were due after their own players were back and before all were.
    """

    sockets: int
    database: str
    connect: Arrival | None = None
    connect_ms: float = 0.0
    connect_kb: float = 0.0
    rest_percent: float | None = None
    back: Arrival | None = None
    ready_s: float = 0.0
    back_ms: float = 0.0
    moves: int = 0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    longest_ms: float = 0.0
    problems: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the figures as text."""
        assert self.connect is not None
        yield f"{self.sockets} sockets; {self.database}"
        yield (
            f"connect: {self.connect_ms:.2f} ms of CPU and {self.connect_kb:.1f} kB a socket,"
            f" all in {self.connect.seconds:.1f} s"
        )
        if self.rest_percent is not None:
            yield f"at rest: {self.rest_percent:.1f} % of a core"
        if self.back is not None:
            yield (
                f"restart: listening after {self.ready_s:.1f} s, half back after"
                f" {self.back.median:.1f} s, all after {self.back.seconds:.1f} s,"
                f" {self.back_ms:.2f} ms of CPU a socket, {self.back.refused} refused"
            )
            yield (
                f"moves of players who were back: {self.moves}, p50 {self.p50_ms:.0f} ms,"
                f" p99 {self.p99_ms:.0f} ms, longest {self.longest_ms:.0f} ms"
            )
        yield from self.problems


def measure(options: Options) -> Figures:
    """Measure a server of its own. Raises RuntimeError if a process fails."""
    with ExitStack() as stack:
        testbed = stack.enter_context(open_testbed(options.database, options.redis))
        if options.limits:
            del testbed.env["SOCKET_RATE"]
        else:
            testbed.env["SOCKETS_PER_ADDRESS"] = "0"
        testbed.env["EMBEDDED_WORKER"] = "0"
        tables = _seat(testbed, options)
        server = testbed.add_server("daphne")
        figures = Figures(options.sockets, testbed.database)
        plan = CrowdPlan(server.port, tables, options.at_once, options.ping_s)
        crowd = stack.enter_context(_running_crowd(testbed, server, plan, figures))
        if options.seconds:
            time.sleep(SETTLE_S)
            cpu, begun = cpu_s(server.pid), time.monotonic()
            time.sleep(options.seconds)
            used = cpu_s(server.pid) - cpu
            figures.rest_percent = 100 * used / (time.monotonic() - begun)
        if options.restart:
            _restart(testbed, server, crowd, options, figures)
        if server.tracebacks():
            figures.problems.append(f"the server wrote tracebacks:\n{server.tail()}")
    return figures


def _seat(testbed: Testbed, options: Options) -> list[TableSpec]:
    count = options.sockets // PLAYERS_PER_TABLE
    return seat_tables(count, PLAYERS_PER_TABLE, "yacht", testbed.env)


@contextmanager
def _running_crowd(
    testbed: Testbed, server: Server, plan: CrowdPlan, figures: Figures
) -> Iterator[CrowdProcess]:
    """Connect a crowd, and measure that."""
    cpu, memory = cpu_s(server.pid), rss_mb(server.pid)
    crowd = CrowdProcess(plan, testbed.directory, testbed.other_core)
    try:
        figures.connect = crowd.wait()
        time.sleep(SETTLE_S / 2)
        figures.connect_ms = 1000 * (cpu_s(server.pid) - cpu) / figures.sockets
        figures.connect_kb = 1000 * (rss_mb(server.pid) - memory) / figures.sockets
        yield crowd
    finally:
        crowd.stop()


def _restart(
    testbed: Testbed, server: Server, crowd: CrowdProcess, options: Options, figures: Figures
) -> None:
    """Restart the server while some tables play, and wait until everybody is back."""
    plan = Plan(
        urls=[server.url],
        tables=seat_tables(MOVING_TABLES, PLAYERS_PER_TABLE, "yacht", testbed.env),
        journal=testbed.journal(),
        rate=MOVES_PER_S,
        seconds=None,
        finish=False,
        source=MOVER,
    )
    generator = GeneratorProcess(plan, testbed.directory, testbed.other_core)
    try:
        generator.wait_for("playing")
        time.sleep(BEFORE_S)
        begun = time.perf_counter()
        if options.kill:
            server.kill()
        else:
            server.stop()
        server.start()
        figures.ready_s = time.perf_counter() - begun
        cpu = cpu_s(server.pid)
        generator.wait_for("back")
        playing = time.perf_counter()
        figures.back = crowd.wait()
        ended = time.perf_counter()
        figures.back_ms = 1000 * (cpu_s(server.pid) - cpu) / figures.sockets
        generator.finish()
        result = generator.result()
    finally:
        generator.stop()
    figures.problems += result.problems
    pairs = zip(result.due_at, result.latency_ms, strict=True)
    late = [latency for due, latency in pairs if playing <= due < ended]
    figures.moves = len(late)
    figures.p50_ms, figures.p99_ms = percentile(late, 0.5), percentile(late, 0.99)
    figures.longest_ms = max(late, default=0.0)
    if figures.back.behind:
        figures.problems.append(f"{figures.back.behind} players came back to an older state")
