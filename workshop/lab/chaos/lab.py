"""What an experiment works with: servers, games that are played, time, and a place for findings."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from workshop.lab.chaos.proxy import Proxy
from workshop.lab.chaos.report import Outcome
from workshop.lab.chaos.sabotage import VARIABLE, Figures, Sabotage
from workshop.lab.loadtest.generator_process import GeneratorProcess, seat_tables
from workshop.lab.loadtest.history import read_history
from workshop.lab.loadtest.messages import Plan, TableSpec
from workshop.lab.loadtest.processes import Server
from workshop.lab.loadtest.report import percentile
from workshop.lab.loadtest.testbed import Testbed

# Triple Yahtzee takes three times as long to finish.
VARIANTS = "yacht,yahtzee,yatzy"
WATCH_S = 0.02
# A site whose tables play rounds: people at each table, each on another server, and bots.
SERVERS = 3
PEOPLE = 3
BOTS = 2
# No fault lasts so long that a turn times out.
ROUND_S = 90


@dataclass
class Window:
    """A stretch of time, in seconds since 1970."""

    start: float
    end: float = float("inf")


@dataclass
class Lab:
    """One running experiment. `rooms`: how many tables play; `must_finish`: all their games.
    `in_rounds`: whether they play rounds with bots, on SERVERS servers and a worker.
    """

    testbed: Testbed
    outcome: Outcome
    rooms: int
    stack: ExitStack
    rng: random.Random
    in_rounds: bool = False
    tables: list[TableSpec] = field(default_factory=list)
    generators: list[GeneratorProcess] = field(default_factory=list)
    deaths: list[float] = field(default_factory=list)
    must_finish: bool = True

    @property
    def seconds(self) -> float:
        """How long the faults last."""
        return self.outcome.seconds

    # --- Processes --------------------------------------------------------------------------

    def servers_or(self, otherwise: int) -> int:
        """Return how many servers the site has: in turns, what an experiment needs."""
        return SERVERS if self.in_rounds else otherwise

    def add_servers(
        self, count: int = 1, sabotage: Sabotage | None = None, **variables: str
    ) -> list[Server]:
        """Start servers, with faults or without."""
        kind = "daphne"
        if sabotage is not None:
            kind = "sabotaged"
        servers = []
        for _ in range(count):
            if sabotage is not None:
                sabotage.figures = str(self.path(f"figures-{len(self.testbed.servers)}.json"))
                variables = {**variables, VARIABLE: msgspec.json.encode(sabotage).decode()}
            servers.append(self.testbed.add_server(kind, wait=False, **variables))
        for server in servers:
            server.wait_until_ready()
        return servers

    def figures(self, server: Server) -> Figures:
        """Return what a sabotaged server wrote last."""
        sabotage = msgspec.json.decode(server.env[VARIABLE], type=Sabotage)
        return msgspec.json.decode(Path(sabotage.figures).read_bytes(), type=Figures)

    def path(self, name: str) -> Path:
        return self.testbed.directory / name

    def proxy(self, *ports: int, many_addresses: bool = False) -> Proxy:
        """Start a proxy to these ports."""
        proxy = Proxy(ports, many_addresses)
        self.stack.callback(proxy.close)
        return proxy

    @contextmanager
    def restarting(self, *servers: Server) -> Iterator[None]:
        """Restart these servers whenever they die, and note when."""
        stop = threading.Event()

        def watch() -> None:
            while not stop.wait(WATCH_S):
                for server in servers:
                    if not server.runs():
                        self.deaths.append(time.time())
                        server.start(wait=False)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()

    # --- Playing ----------------------------------------------------------------------------

    def play(
        self, urls: list[str], rooms: int | None = None, variants: str = VARIANTS, **plan: Any
    ) -> GeneratorProcess:
        """Begin to play at tables of two, as fast as possible or at `rate` moves per second, or in
        rounds. The players of each table use the addresses in turn. Returns when all are connected,
        and every table in rounds has played the first one.
        """
        count, env = rooms or self.rooms, self.testbed.env
        if self.in_rounds:
            tables = seat_tables(count, PEOPLE, variants, env, clock=ROUND_S, round_bots=BOTS)
        else:
            tables = seat_tables(count, 2, variants, env)
        self.tables += tables
        history = str(self.path(f"history-{len(self.generators)}.jsonl"))
        self.outcome.histories.append(history)
        plan = {"seconds": None, "seed": self.outcome.seed, "finish": self.must_finish, **plan}
        self.must_finish &= plan["finish"]
        generator = GeneratorProcess(
            Plan(urls=urls, tables=tables, journal=history, **plan),
            self.testbed.directory,
            self.testbed.other_core,
        )
        self.stack.callback(generator.stop)
        self.generators.append(generator)
        # The worker's first move takes seconds: it loads the tables of perfect play.
        generator.wait_for("revealed" if self.in_rounds else "playing")
        return generator

    def finish(self) -> None:
        """Play the running games to their end, and read what was measured."""
        for generator in self.generators:
            generator.finish()
        self.outcome.results = [generator.result() for generator in self.generators]

    def wait(self, least: float = 0.5, most: float = 2.0) -> None:
        """Wait for a random time."""
        # Faults must hit games at any point of a turn.
        time.sleep(self.rng.uniform(least, most))

    def rounds(self) -> Iterator[int]:
        """Yield 0, 1, ... until the time of the experiment is over, twice at least."""
        end = time.monotonic() + self.seconds
        number = 0
        while number < 2 or time.monotonic() < end:
            yield number
            number += 1

    @contextmanager
    def window(self) -> Iterator[Window]:
        window = Window(time.time())
        yield window
        window.end = time.time()

    # --- Findings ---------------------------------------------------------------------------

    def note(self, name: str, value: Any) -> None:
        """Add to what the report shows."""
        self.outcome.facts[name] = value

    def require(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.outcome.problems.append(otherwise)

    def expect(self, holds: bool, otherwise: str) -> None:
        """The same for what takes time: a busy machine may be the cause."""
        if not holds:
            self.outcome.slow.append(otherwise)

    def answer_s(self, window: Window, generator: int = 0, until: str = "ok") -> list[float]:
        """Return the seconds from each command of a generator in the window to its ack, or to
        another phase of it ("busy": the first refusal).
        """
        began: dict[tuple[str, str], float] = {}
        took = []
        for record in read_history(self.outcome.histories[generator]):
            key = (record.client, record.rid)
            if record.phase in ("invoke", "resent"):
                if record.phase == "invoke" or until != "ok":
                    began[key] = record.t
            elif record.phase == until and key in began:
                start = began.pop(key)
                if window.start <= start < window.end:
                    took.append(record.t - start)
        return took


def in_ms(seconds: list[float]) -> str:
    """Return p50, p99 and the maximum as text."""
    if not seconds:
        return "none"
    p50, p99 = percentile(seconds, 0.5) * 1000, percentile(seconds, 0.99) * 1000
    return f"p50 {p50:,.0f} ms, p99 {p99:,.0f} ms, max {max(seconds) * 1000:,.0f} ms"
