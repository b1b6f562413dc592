"""One run: a site, a crowd, figures, and the check of everything that was played."""

import itertools
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.support.services import link_collected
from workshop.lab.crowd.costs import Costs, Pids, anonymous_mb
from workshop.lab.crowd.flames import draw
from workshop.lab.crowd.pace import GAMES, ROUNDS_EVERY, People
from workshop.lab.crowd.plan import CrowdPlan, CrowdResult, Options
from workshop.lab.crowd.report import CrowdReport
from workshop.lab.crowd.sampling import VARIABLE, read_samples
from workshop.lab.loadtest.generator_process import (
    GeneratorProcess,
    check_history,
    gather_guests,
    seat_tables,
    verify_logs,
)
from workshop.lab.loadtest.load_test import check_loopback
from workshop.lab.loadtest.messages import TableSpec
from workshop.lab.loadtest.testbed import Testbed, open_testbed

ROUND_CLOCK_S = 90
FEWEST = 4
PATIENCE_S = 300.0
SAMPLES_S = 30.0
"""How long a server may take to write its samples."""


def measure(options: Options) -> CrowdReport:
    """Run a crowd. Every process that it starts has ended when it returns.

    Raises ValueError for options that do not fit, and RuntimeError.
    """
    if options.people < FEWEST:
        raise ValueError(f"a crowd has at least {FEWEST} people")
    if options.one_process and options.processes > 1:
        raise ValueError("one process is one server")
    for url in filter(None, (options.database, options.redis)):
        if "://" in url:
            check_loopback(url)
    database = "sqlite" if options.one_process else options.database
    redis = None if options.one_process else options.redis
    with open_testbed(database, redis) as testbed:
        link_collected(testbed.directory)
        # The site's watchdog counts with the clock of the sampler.
        testbed.env |= {"HANG_SECONDS": "0", "EMBEDDED_WORKER": str(int(options.one_process))}
        pids: dict[str, list[int]] = {"server": []}
        samples = []
        for number in range(options.processes):
            samples.append(testbed.directory / f"samples-{number}")
            server = testbed.add_server("sampled", True, **{VARIABLE: str(samples[-1])})
            pids["server"].append(server.pid)
        servers = list(testbed.servers)
        if not options.one_process:
            pids["worker"] = [testbed.add_worker(priority=0).pid]
        for name, service in (("PostgreSQL", testbed.postgres), ("Redis", testbed.redis)):
            if service is not None:
                pids[name] = [service.pid]
        report = _run(options, testbed, pids, samples)
        report.problems += [
            f"a server wrote tracebacks:\n{server.tail()}"
            for server in servers
            if server.tracebacks()
        ]
        return report


def _run(options: Options, testbed: Testbed, pids: Pids, samples: list[Path]) -> CrowdReport:
    plan = plan_of(options, testbed)
    people = People.of(options.people)
    report = CrowdReport(
        site=description(options),
        database=testbed.database,
        people=options.people,
        seated=people.seated,
        watching=people.watching,
        reading=people.reading,
        tables=len(plan.tables),
        seconds=options.seconds,
        sampled_s=options.profile,
    )
    empty_mb = anonymous_mb(pids["server"])
    module = "workshop.lab.crowd.generator"
    generator = GeneratorProcess(plan, testbed.directory, testbed.other_core, module)
    try:
        joins = _cost_between(generator, "joining", "joined", pids, options.people / options.joins)
        report.join_ms = 1000 * joins.parts["server"] / (people.seated + people.watching)
        used = _cost_between(generator, "measuring", "measured", pids, options.seconds)
        report.server_mb = anonymous_mb(pids["server"])
        report.memory_kb = 1000 * (report.server_mb - empty_mb) / options.people
        if options.profile:
            _sample(generator, testbed, pids["server"], options, samples, report)
        result = generator.result_as(CrowdResult)
    finally:
        generator.stop()
    report.add_costs(used, testbed.cores)
    report.add_result(result)
    problems, report.checked = check_history([plan.journal], testbed.env)
    report.problems += problems
    if options.verifylog:
        complaints, report.verifylog = verify_logs(testbed.env)
        report.problems += complaints
    return report


def _cost_between(
    generator: GeneratorProcess, begin: str, end: str, pids: Pids, seconds: float
) -> Costs:
    generator.wait_for(begin, PATIENCE_S)
    before = Costs.read(pids)
    generator.wait_for(end, seconds + PATIENCE_S)
    return Costs.read(pids).since(before)


def _sample(
    generator: GeneratorProcess,
    testbed: Testbed,
    servers: Sequence[int],
    options: Options,
    files: list[Path],
    report: CrowdReport,
) -> None:
    """Sample the servers between two phases, and draw what was found."""
    for phase, wait in (("sampling", PATIENCE_S), ("sampled", options.profile + PATIENCE_S)):
        generator.wait_for(phase, wait)
        for pid in servers:
            os.kill(pid, signal.SIGUSR2)
    stacks: Counter[tuple[str, ...]] = Counter()
    deadline = time.monotonic() + SAMPLES_S
    for file in files:
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        if file.exists():
            stacks += read_samples(file.read_text())
        else:
            report.problems.append(f"a server wrote no samples:\n{testbed.servers[0].tail()}")
    report.stacks = stacks
    if options.flames:
        title = f"{options.people} people, {description(options)}: {stacks.total()} samples"
        Path(options.flames).write_text(draw(stacks, title))


def plan_of(options: Options, testbed: Testbed) -> CrowdPlan:
    """Create everybody in the database, and return what the generator has to do."""
    people = People.of(options.people)
    others = people.watching + people.reading
    standing = gather_guests(others, testbed.env).players if others else []
    return CrowdPlan(
        urls=[server.url for server in testbed.servers if server.kind == "sampled"],
        tables=seat_people(people, testbed),
        watchers=standing[: people.watching],
        readers=standing[people.watching :],
        journal=testbed.journal(),
        # Latencies count from the moment when a move was sent.
        rate=1.0,
        warmup=options.warmup,
        hashed=options.hashed,
        window=options.seconds,
        joins=options.joins,
        roll_s=options.roll_s,
        fast_s=options.fast_s,
        profile=options.profile,
    )


def seat_people(people: People, testbed: Testbed) -> list[TableSpec]:
    """Create the tables, group by group, and mix them."""
    sizes = people.tables()
    groups = Counter((size, number % ROUNDS_EVERY == 0) for number, size in enumerate(sizes))
    games, seated = itertools.cycle(GAMES), []
    # Rounds last: their clocks run.
    for (size, in_rounds), count in sorted(groups.items(), key=lambda group: group[0][::-1]):
        variants = ",".join(itertools.islice(games, min(count, len(GAMES))))
        clock, bots = (ROUND_CLOCK_S, 0) if in_rounds else (0, None)
        seated.append(seat_tables(count, size, variants, testbed.env, clock, bots))
    mixed = itertools.chain.from_iterable(itertools.zip_longest(*seated))
    return [table for table in mixed if table is not None]


def description(options: Options) -> str:
    """Return what serves, for the report."""
    if options.one_process:
        return "one process with its worker"
    if options.processes == 1:
        return "one server"
    spread = "each room on one" if options.hashed else "each room on several"
    return f"{options.processes} servers on one core, {spread}"
