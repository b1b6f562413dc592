"""One load test from the beginning to the report."""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from games.bench.loadtest import processes
from games.bench.loadtest.generator_process import Play, check_journal, seat_tables, verify_logs
from games.bench.loadtest.messages import Plan, Player, Result, TableSpec
from games.bench.loadtest.processes import cpu_s, rss_mb
from games.bench.loadtest.report import Report
from games.bench.loadtest.testbed import Stage, set_stage
from games.worker.cpu_load import cpu_times

LOOPBACK = ("127.0.0.1", "localhost", "::1")
CEILING_S = 2.0


@dataclass(frozen=True)
class Options:
    """What to test. `url`: a running server on this machine, whose environment we are in."""

    rooms: int
    rate: float
    seconds: float
    players: int = 2
    variant: str = "yacht"
    server: str = "daphne"
    database: str | None = None
    redis: str | None = None
    url: str | None = None
    pid: int | None = None
    ceiling: bool = True
    warmup: float = 2.0
    finish: bool = True
    verifylog: bool = True


def check_loopback(url: str) -> None:
    """Raise ValueError if `url` leads away from this machine."""
    if urlsplit(url).hostname not in LOOPBACK:
        raise ValueError("a load test is only ever run against this machine")


def load_test(options: Options) -> Report:
    """Run the test; whatever it starts has ended when this returns."""
    for url in filter(None, (options.url, options.database, options.redis)):
        if "://" in url:
            check_loopback(url)
    with set_stage(options.database, options.redis) as stage:
        if options.url is not None:
            # The players must be in the database of the server that runs already: our caller's.
            stage.env = dict(os.environ)
            stage.database = "the database of the server that runs already"
            return _test(options, stage, options.url, options.pid)
        # As docker-compose.yml has it: what is measured is a server, not the worker beside it.
        stage.env["EMBEDDED_WORKER"] = "0"
        stage.add_worker()
        server = stage.add_server(options.server)
        report = _test(options, stage, server.url, server.pid)
        if server.tracebacks():
            report.problems.append(f"the server wrote tracebacks:\n{server.tail()}")
        return report


def _test(options: Options, stage: Stage, url: str, pid: int | None) -> Report:
    report = Report(
        server=options.server if options.url is None else options.url,
        database=stage.database,
        rooms=options.rooms,
        players=options.players,
        rate=options.rate,
        seconds=options.seconds,
    )
    if options.ceiling:
        report.ceiling_moves_per_second = measure_ceiling(options, stage)
    tables = seat_tables(options.rooms, options.players, options.variant, stage.env)
    plan = Plan(
        urls=[url],
        tables=tables,
        journal=stage.journal(),
        rate=options.rate,
        warmup=options.warmup,
        seconds=options.seconds,
        finish=options.finish,
    )
    play = Play(plan, stage.directory, stage.other_core)
    try:
        _measure(play, stage, pid, report)
    finally:
        play.stop()
    problems, report.checked = check_journal(plan, stage.env)
    report.problems += problems
    if options.verifylog:
        complaints, report.verifylog = verify_logs(stage.env)
        report.problems += complaints
    return report


def _measure(play: Play, stage: Stage, pid: int | None, report: Report) -> None:
    """Follow the players, and read what the processes have used at both ends of the window."""
    postgres = None if stage.postgres is None else stage.postgres.pid
    watched = [process for process in (pid, postgres) if process is not None]
    play.wait_for("measuring")
    before = [_machine_busy_s(), *map(cpu_s, watched)]
    play.wait_for("measured")
    after = [_machine_busy_s(), *map(cpu_s, watched)]
    memory = 0.0 if pid is None else rss_mb(pid)
    report.take(play.result())
    busy, *used = [end - begin for begin, end in zip(before, after, strict=True)]
    generator = report.generator_cpu_percent / 100 * report.seconds
    report.other_cpu_percent = 100 * (busy - sum(used) - generator) / report.seconds
    of = dict(zip(watched, used, strict=True))
    report.take_costs(of.get(pid or 0, 0.0), of.get(postgres or 0), memory)


def _machine_busy_s() -> float:
    times = cpu_times()
    return 0.0 if times is None else times.busy


def measure_ceiling(options: Options, stage: Stage) -> float:
    """Return how many moves a second the generator makes against a server that only answers."""
    port = processes.free_port()
    command = [
        sys.executable,
        "-m",
        "games.bench.loadtest.echo_server",
        str(port),
        str(options.players),
    ]
    answering = subprocess.Popen(command, cwd=processes.ROOT)  # noqa: S603 - a command of ours
    try:
        if stage.server_core is not None:
            os.sched_setaffinity(answering.pid, {stage.server_core})
        people = [Player(-1 - number, "none") for number in range(options.players)]
        plan = Plan(
            urls=[f"ws://127.0.0.1:{port}"],
            tables=[TableSpec(f"room{number}", people) for number in range(options.rooms)],
            journal=os.devnull,
            warmup=0.5,
            seconds=CEILING_S,
            finish=False,
        )
        result = play_through(plan, stage)
    finally:
        answering.send_signal(signal.SIGKILL)
        answering.wait()
    return result.moves / result.seconds


def play_through(plan: Plan, stage: Stage) -> Result:
    """Run a generator to its end."""
    play = Play(plan, Path(stage.directory), stage.other_core)
    try:
        return play.result()
    finally:
        play.stop()
