"""One soak, from the servers to the samples."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.environment import ROOT
from tests.system.lab.loadtest import processes
from tests.system.lab.loadtest.generator_process import verify_logs
from tests.system.lab.loadtest.processes import Server
from tests.system.lab.loadtest.testbed import Testbed, open_testbed
from tests.system.lab.soak.samples import append_row, holding, read_columns, slope_per_hour
from workshop.lab.loadtest import processes
from workshop.lab.loadtest.generator_process import verify_logs
from workshop.lab.loadtest.processes import Server
from workshop.lab.loadtest.testbed import Testbed, open_testbed
from workshop.lab.soak.samples import append_row, holding, read_columns, slope_per_hour

STOP_S = 20.0


@dataclass(frozen=True)
class Options:
    """What to play, and for how long. directory: where samples and counts of objects are kept.
    objects: whether the processes count their objects, which makes a few commands fail.
    database: the URL of a PostgreSQL in which a database is created and dropped; None starts one.
    """

    directory: Path
    seconds: float
    tables: int = 200
    rate: float = 100.0
    sample_every_s: float = 60.0
    warm_up_s: float = 1200.0
    verifylog: bool = True
    objects: bool = False
    database: str | None = None


@dataclass
class Outcome:
    """The result of a soak.

    counts: what the visitors did. slopes: growth per hour after the warm-up, by column.
    """

    counts: dict[str, int] = field(default_factory=dict)
    slopes: dict[str, float] = field(default_factory=dict)
    moves_per_second: float = 0.0
    verifylog: str = ""
    problems: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return the lines of the text report."""
        return [
            f"moves per second  {self.moves_per_second:.1f}",
            *(f"count             {name}: {n:,}" for name, n in sorted(self.counts.items())),
            *(f"slope per hour    {name}: {slope:+.2f}" for name, slope in self.slopes.items()),
            f"verifylog         {self.verifylog}",
            *(f"PROBLEM           {problem}" for problem in self.problems),
        ]


class ObservedServer(Server):
    """A server or worker that also counts its own objects."""

    objects: Path

    def command(self) -> list[str]:
        """Return the arguments of python."""
        _, *command = super().command()
        return ["-m", "workshop.lab.soak.observed", str(self.objects), *command]


class Crowd:
    """The process of all visitors."""

    def __init__(self, url: str, options: Options, core: int | None) -> None:
        self.counts: dict[str, int] = {}
        self._child = subprocess.Popen(
            [
                *(sys.executable, "-m", "workshop.lab.soak.crowd", url),
                *(str(options.tables), str(options.rate)),
            ],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if core is not None:
            os.sched_setaffinity(self._child.pid, {core})
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self.counts = json.loads(line)

    def runs(self) -> bool:
        """Whether the process has not ended."""
        return self._child.poll() is None

    def stop(self) -> None:
        """End it, and wait."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        try:
            self._child.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._child.send_signal(signal.SIGKILL)
            self._child.wait()
        self._reader.join()


def soak(options: Options) -> Outcome:
    """Play, and write a sample to `samples.csv` once a minute. Raises RuntimeError.

    Every process that it starts has ended when it returns.
    """
    options.directory.mkdir(parents=True, exist_ok=True)
    outcome = Outcome()
    with open_testbed(options.database, "own", pinned=False) as testbed:
        if "DATABASE_URL" not in testbed.env:
            raise RuntimeError("a soak needs PostgreSQL")
        testbed.env["EMBEDDED_WORKER"] = "0"
        # The limits of a site on the internet: every visitor has an address of their own.
        del testbed.env["SOCKET_RATE"]
        processes.run(["manage.py", "collectstatic", "--no-input", "--verbosity=0"], testbed.env)
        web, worker = (_start(kind, testbed, options) for kind in ("daphne", "worker"))
        crowd = Crowd(web.url.replace("ws", "http", 1), options, testbed.other_core)
        try:
            _sample(options, testbed, {"web": web, "worker": worker}, crowd, outcome)
        finally:
            crowd.stop()
        outcome.counts = crowd.counts
        for server in testbed.servers:
            if server.tracebacks():
                outcome.problems.append(f"{server.kind} wrote tracebacks:\n{server.tail()}")
            (options.directory / server.log.name).write_bytes(server.log.read_bytes())
        for server in testbed.servers:
            server.stop()
        if options.verifylog:
            complaints, outcome.verifylog = verify_logs(testbed.env)
            outcome.problems += complaints
    _judge(options, outcome)
    return outcome


def _start(kind: str, testbed: Testbed, options: Options) -> Server:
    core = testbed.server_core if kind == "daphne" else testbed.other_core
    made = ObservedServer if options.objects else Server
    server = made(kind, testbed.env, testbed.directory / f"{kind}.log", core)
    if isinstance(server, ObservedServer):
        server.objects = options.directory / f"{kind}-objects.jsonl"
    testbed.servers.append(server)
    server.start(wait=kind == "daphne")
    return server


def _sample(
    options: Options,
    testbed: Testbed,
    watched: Mapping[str, Server],
    crowd: Crowd,
    outcome: Outcome,
) -> None:
    """Write a row every minute until the time is over or a process has ended."""
    began = time.monotonic()
    file = options.directory / "samples.csv"
    while (passed := time.monotonic() - began) < options.seconds:
        append_row(file, row(passed, testbed, watched, crowd.counts))
        time.sleep(min(options.sample_every_s, max(0.0, options.seconds - passed)))
        ended = [name for name, server in watched.items() if not server.runs()]
        if not crowd.runs():
            ended.append("crowd")
        if ended:
            outcome.problems.append(f"ended: {', '.join(ended)} after {passed:.0f} s")
            return


def row(
    seconds: float, testbed: Testbed, watched: Mapping[str, Server], counts: Mapping[str, int]
) -> dict[str, float]:
    """Return the columns of one sample."""
    columns: dict[str, float] = {"seconds": round(seconds, 1)}
    for name, server in watched.items():
        for what, value in holding(server.pid)._asdict().items():
            columns[f"{name}_{what}"] = value
    columns["redis_mb"] = holding(testbed.redis.pid).rss_mb
    columns["redis_clients"], columns["redis_channels"] = _redis_counts(testbed.redis.url)
    columns["database_connections"], columns["database_mb"] = _database_counts(testbed)
    for name in ("moves", "games finished", "rematches", "reloads", "guests", "connections"):
        columns[name.replace(" ", "_")] = counts.get(name, 0)
    return columns


def _redis_counts(url: str) -> tuple[int, int]:
    """Return how many clients Redis has, without this one, and how many channels they hear."""
    with redis.Redis.from_url(url) as client:
        info: Any = client.info("clients")
        channels: Any = client.pubsub_channels()
        return int(info["connected_clients"]) - 1, len(channels)


def _database_counts(testbed: Testbed) -> tuple[int, float]:
    """Return how many connections PostgreSQL has, without this one, and its size in MB."""
    url = testbed.env["DATABASE_URL"]
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        found = connection.execute(
            "SELECT count(*) - 1, pg_database_size(current_database()) / 1e6"
            " FROM pg_stat_activity WHERE datname = current_database()"
        ).fetchone()
    assert found is not None
    return int(found[0]), round(float(found[1]), 1)


def _judge(options: Options, outcome: Outcome) -> None:
    """Compute how fast each column grew after the warm-up."""
    columns = read_columns(options.directory / "samples.csv")
    outcome.slopes = slopes(columns, options.warm_up_s)
    seconds, moves = columns["seconds"], columns["moves"]
    first = _first_after(seconds, options.warm_up_s)
    if seconds[-1] > seconds[first]:
        outcome.moves_per_second = (moves[-1] - moves[first]) / (seconds[-1] - seconds[first])


def slopes(columns: Mapping[str, Sequence[float]], warm_up_s: float) -> dict[str, float]:
    """Return by how much each column of what processes hold grew in an hour after the warm-up."""
    first = _first_after(columns["seconds"], warm_up_s)
    return {
        name: slope_per_hour(columns["seconds"][first:], values[first:])
        for name, values in columns.items()
        if name.startswith(("web_", "worker_", "redis_", "database_c")) and "cpu" not in name
    }


def _first_after(seconds: Sequence[float], warm_up_s: float) -> int:
    """Return the index of the first sample after the warm-up; 0 if there is none."""
    return next((number for number, at in enumerate(seconds) if at >= warm_up_s), 0)
