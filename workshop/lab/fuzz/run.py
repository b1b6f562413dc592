"""One run of `script/lab fuzz`, from the server to the report."""

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from django.conf import settings

from workshop.lab.fuzz.http_client import HttpClient
from workshop.lab.fuzz.player import Player
from workshop.lab.fuzz.record import Finding, Record
from workshop.lab.fuzz.site import Site
from workshop.lab.fuzz.watch import SETTLE_S, LogFollower, follow
from workshop.lab.loadtest.generator_process import verify_logs
from workshop.lab.loadtest.processes import Server, run
from workshop.lab.loadtest.testbed import Testbed, open_testbed

UNLIMITED = "1000000/1"


@dataclass(frozen=True)
class Options:
    """What to do. The names are those of the command's options.

    players: sockets at once, of as many people. clients: how many send requests.
    database: "sqlite", "own" to start a PostgreSQL, or the URL of one.
    redis: "own", a URL, or None.
    """

    seconds: float = 60.0
    seed: int = 1
    players: int = 12
    clients: int = 4
    database: str = "sqlite"
    redis: str | None = None


@dataclass
class Outcome:
    """The result of a run. checked: what the verifying commands said at the end."""

    options: Options
    database: str
    seconds: float = 0.0
    games: int = 0
    record: Record = field(default_factory=Record)
    checked: list[str] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        """What a server must not do."""
        return self.record.findings

    def lines(self) -> list[str]:
        record = self.record
        sockets = sum(count for kind, count in record.sent.items() if kind != "request")
        return [
            f"fuzz         seed {self.options.seed}, {self.seconds:.0f} s, in {self.database}",
            f"sent         {sockets:,} frames, {record.sent['request']:,} requests",
            f"frames       {counts(record.sent)}",
            f"messages     {counts(record.messages)}",
            f"refusals     {counts(record.errors)}",
            f"closes       {counts(record.closes)}",
            f"statuses     {counts(record.statuses)}",
            f"games        {self.games:,} over",
            *(f"checked      {line}" for line in self.checked),
            *(line for finding in self.findings for line in finding.lines()),
            f"verdict      {len(self.findings)} findings",
        ]


def counts(counter: Counter[str]) -> str:
    """Return counts as text, the largest first."""
    return ", ".join(f"{count:,} {name}" for name, count in counter.most_common()) or "none"


def environment() -> dict[str, str]:
    """Return the settings of the server."""
    # Without limits everything reaches the code. The tables of perfect play take minutes to
    # compute: those of the site are used.
    limits = ",".join(f"{name}={UNLIMITED}" for name in settings.LIMITS)
    solver = str(settings.SOLVER_DIR)
    return {
        "SOCKET_RATE": "0",
        "SOCKETS_PER_ADDRESS": "0",
        "LIMITS": limits,
        "SOLVER_DIR": solver,
    }


def fuzz(options: Options) -> Outcome:
    """Run a server, send to it, check what is left. Raises RuntimeError if it does not start."""
    database = None if options.database == "own" else options.database
    with open_testbed(database, options.redis, pinned=False) as testbed:
        testbed.env |= environment()
        run(["manage.py", "collectstatic", "--no-input", "--verbosity", "0"], testbed.env)
        outcome = Outcome(options, testbed.database)
        site = create_site(options, testbed)
        server = testbed.add_server("daphne")
        began = time.monotonic()
        asyncio.run(send(options, server, site, outcome.record))
        outcome.seconds = time.monotonic() - began
        server.stop()
        LogFollower(server.log, outcome.record).look()
        verify(testbed, outcome)
        return outcome


def create_site(options: Options, testbed: Testbed) -> Site:
    """Create players and rooms in the database of the run."""
    guests = options.players // 2
    numbers = (guests, options.players - guests, options.clients, options.players)
    answer = run(["-m", "workshop.lab.fuzz.people", "seat", *map(str, numbers)], testbed.env)
    return msgspec.json.decode(answer, type=Site)


async def send(options: Options, server: Server, site: Site, record: Record) -> None:
    """Let everybody send for the time of the run."""

    def random(who: str) -> Random:
        return Random(f"{options.seed} {who}")

    lives: list[Coroutine[Any, Any, None]] = [
        Player(
            person, random(person.name if person else "spectator"), server.port, site, record
        ).live()
        for person in [*site.people, None]
    ]
    lives += [
        HttpClient(number, random(f"client {number}"), server.port, site, record).live()
        for number in range(options.clients)
    ]
    watching = asyncio.create_task(follow(server, record))
    tasks = [asyncio.create_task(life) for life in lives]
    done, _ = await asyncio.wait(
        [watching, *tasks], timeout=options.seconds, return_when=asyncio.FIRST_COMPLETED
    )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(SETTLE_S)
    watching.cancel()
    for task in done:
        # A bug of the fuzzer.
        task.result()


def verify(testbed: Testbed, outcome: Outcome) -> None:
    """Replay all logs, verify all dice that are revealed, and the public log."""
    problems, said = verify_logs(testbed.env)
    outcome.checked.append(said)
    answer = run(["-m", "workshop.lab.fuzz.people", "verify"], testbed.env)
    complaints, outcome.games = msgspec.json.decode(answer, type=tuple[list[str], int])
    try:
        outcome.checked.append(run(["manage.py", "verify_fair_log"], testbed.env).splitlines()[0])
    except RuntimeError as error:
        complaints.append(str(error))
    for problem in [*problems, *complaints]:
        outcome.record.find(problem, "after the run")
