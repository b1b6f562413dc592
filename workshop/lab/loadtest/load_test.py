"""One load test, from the servers to the report."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from games.platform.jobs.cpu_load import cpu_times
from tests.environment import ROOT
from workshop.lab.loadtest import processes
from workshop.lab.loadtest.generator_process import (
    PHASE_S,
    GeneratorProcess,
    check_history,
    seat_tables,
    verify_logs,
)
from workshop.lab.loadtest.holding import Sampler, growth_per_hour
from workshop.lab.loadtest.messages import Plan, Player, Result, TableSpec
from workshop.lab.loadtest.processes import cpu_s, rss_mb
from workshop.lab.loadtest.report import Report
from workshop.lab.loadtest.testbed import Testbed, open_testbed

LOOPBACK = ("127.0.0.1", "localhost", "::1")
CEILING_S = 2.0
SAMPLE_S = 60.0
"""How often the processes are asked what they hold."""


@dataclass(frozen=True)
class Options:
    """What to test. The names are those of the command's options.

    processes: how many servers to start, all on one core. They share PostgreSQL and Redis.
    hashed: whether all players of a room are on one of them; otherwise on different ones.
    url: a running server on this machine that uses the environment of this process.
    """

    rooms: int
    rate: float
    seconds: float
    players: int = 2
    variant: str = "yacht"
    server: str = "daphne"
    database: str | None = None
    redis: str | None = None
    processes: int = 1
    hashed: bool = True
    url: str | None = None
    pid: int | None = None
    ceiling: bool = True
    warmup: float = 2.0
    finish: bool = True
    verifylog: bool = True


def check_loopback(url: str) -> None:
    """Raise ValueError if `url` is not on this machine."""
    if urlsplit(url).hostname not in LOOPBACK:
        raise ValueError("a load test only runs against this machine")


def load_test(options: Options) -> Report:
    """Run the test. Every process that it starts has ended when it returns."""
    for url in filter(None, (options.url, options.database, options.redis)):
        if "://" in url:
            check_loopback(url)
    with open_testbed(options.database, options.redis) as testbed:
        if options.url is not None:
            # The players must be in the database of the running server: that of this process.
            testbed.env = dict(os.environ)
            testbed.database = "the database of the running server"
            pids = {"server": options.pid} if options.pid else {}
            return _test(options, testbed, [options.url], pids, pids)
        # As in docker-compose.yml. Only the servers are measured, not the worker.
        testbed.env["EMBEDDED_WORKER"] = "0"
        worker = testbed.add_worker()
        servers = [testbed.add_server(options.server) for _ in range(options.processes)]
        urls = [server.url for server in servers]
        pids = {f"server {number}": server.pid for number, server in enumerate(servers, 1)}
        report = _test(options, testbed, urls, pids, {**pids, "worker": worker.pid})
        for server in servers:
            if server.tracebacks():
                report.problems.append(f"a server wrote tracebacks:\n{server.tail()}")
        return report


def _test(
    options: Options,
    testbed: Testbed,
    urls: list[str],
    pids: Mapping[str, int],
    sampled: Mapping[str, int],
) -> Report:
    """Play and check. `pids`: the servers, whose CPU is measured. `sampled`: what may grow."""
    report = Report(
        server=description(options),
        database=testbed.database,
        rooms=options.rooms,
        players=options.players,
        rate=options.rate,
        seconds=options.seconds,
    )
    if options.ceiling:
        report.ceiling_moves_per_second = measure_ceiling(options, testbed)
    tables = seat_tables(options.rooms, options.players, options.variant, testbed.env)
    plan = Plan(
        urls=urls,
        hashed=options.hashed,
        tables=tables,
        journal=testbed.journal(),
        rate=options.rate,
        warmup=options.warmup,
        seconds=options.seconds,
        finish=options.finish,
    )
    generator = GeneratorProcess(plan, testbed.directory, testbed.other_core)
    try:
        with Sampler(sampled, SAMPLE_S) as sampler:
            _measure(generator, testbed, list(pids.values()), report)
        report.problems += sampler.problems
        report.growth_per_hour = growth_per_hour(sampler.samples)
    finally:
        generator.stop()
    problems, report.checked = check_history([plan.journal], testbed.env)
    report.problems += problems
    if options.verifylog:
        complaints, report.verifylog = verify_logs(testbed.env)
        report.problems += complaints
    return report


def description(options: Options) -> str:
    """Return what serves, for the report."""
    if options.url is not None:
        return options.url
    if options.processes == 1:
        return options.server
    spread = "each room on one" if options.hashed else "each room on several"
    return f"{options.processes} {options.server} processes, {spread}"


def _measure(
    generator: GeneratorProcess, testbed: Testbed, pids: list[int], report: Report
) -> None:
    """Follow the phases, and read the CPU time of the processes at both ends of the window."""
    services = [each and each.pid for each in (testbed.postgres, testbed.redis)]
    watched = [*pids, *filter(None, services)]
    generator.wait_for("measuring")
    before = [_all_cpu_s(), *map(cpu_s, watched)]
    generator.wait_for("measured", report.seconds + PHASE_S)
    after = [_all_cpu_s(), *map(cpu_s, watched)]
    memory = sum(map(rss_mb, pids))
    report.add_result(generator.result())
    busy, *used = [end - begin for begin, end in zip(before, after, strict=True)]
    generator_s = report.generator_cpu_percent / 100 * report.seconds
    report.other_cpu_percent = 100 * (busy - sum(used) - generator_s) / report.seconds
    cpu_of = dict(zip(watched, used, strict=True))
    postgres_s, redis_s = (cpu_of.get(pid) for pid in services)
    report.add_costs(sum(cpu_of[pid] for pid in pids), postgres_s, redis_s, memory)


def _all_cpu_s() -> float:
    times = cpu_times()
    return 0.0 if times is None else times.busy


def measure_ceiling(options: Options, testbed: Testbed) -> float:
    """Return how many moves per second the generator makes against the echo server."""
    port = processes.free_port()
    command = [
        sys.executable,
        "-m",
        "workshop.lab.loadtest.echo_server",
        str(port),
        str(options.players),
    ]
    echo_server = subprocess.Popen(command, cwd=ROOT)
    try:
        if testbed.server_core is not None:
            os.sched_setaffinity(echo_server.pid, {testbed.server_core})
        people = [Player(-1 - number, "none") for number in range(options.players)]
        plan = Plan(
            urls=[f"ws://127.0.0.1:{port}"],
            tables=[TableSpec(f"room{number}", people) for number in range(options.rooms)],
            journal=os.devnull,
            warmup=0.5,
            seconds=CEILING_S,
            finish=False,
        )
        result = run_generator(plan, testbed)
    finally:
        echo_server.send_signal(signal.SIGKILL)
        echo_server.wait()
    return result.moves / result.seconds


def run_generator(plan: Plan, testbed: Testbed) -> Result:
    generator = GeneratorProcess(plan, Path(testbed.directory), testbed.other_core)
    try:
        return generator.result()
    finally:
        generator.stop()
