"""One run of `script/lab chaos`, from the first process to the report."""

import random
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings

from workshop.lab.chaos.experiments import EXPERIMENTS
from workshop.lab.chaos.lab import Lab, Window, in_ms
from workshop.lab.chaos.presence import ghosts
from workshop.lab.chaos.report import Outcome
from workshop.lab.loadtest.generator_process import check_history, verify_logs
from workshop.lab.loadtest.history import read_history
from workshop.lab.loadtest.testbed import open_testbed

ALWAYS = Window(0.0)


def chaos(
    name: str,
    seconds: float | None = None,
    seed: int = 1,
    rooms: int | None = None,
    database: str | None = None,
    keep: str = "",
    rounds: bool = False,
    whole: bool = True,
) -> Outcome:
    """Run an experiment: let games be played, inject its fault for `seconds`, play the games to
    their end, and check everything.

    database: "sqlite", "own" to start a PostgreSQL, or the URL of one, for experiments that do not
    break it; None is what the experiment is about.
    keep: a directory for the histories and the logs of the servers.
    rounds: play rounds with bots, on three servers and a worker.
    whole: play the games to their end, and wait until nobody is present. Otherwise the run is
    shorter, and what it left behind is not looked for.
    Raises ValueError for an experiment that cannot use the given database or rounds, and
    RuntimeError if a process fails.
    """
    experiment = EXPERIMENTS[name]
    if rounds and not experiment.rounds:
        raise ValueError("this experiment is about tables in turns")
    if experiment.database == "own" and database is not None:
        raise ValueError("this experiment breaks its database, so it starts its own")
    if experiment.database == "sqlite":
        database = database or "sqlite"
    if database == "own":
        database = None
    redis = "own" if experiment.redis or rounds else None
    outcome = Outcome(name, experiment.title, "", seed, seconds or experiment.seconds)
    with ExitStack() as stack:
        testbed = stack.enter_context(open_testbed(database, redis, pinned=False))
        if experiment.database == "own" and testbed.postgres is None:
            raise RuntimeError("this experiment needs a PostgreSQL to break, and there is none")
        # The tables of perfect play take minutes to compute: those of the site are used.
        testbed.env |= {"SOLVER_DIR": str(settings.SOLVER_DIR), **experiment.env}
        outcome.database = testbed.database
        if keep:
            stack.callback(keep_files, testbed.directory, Path(keep) / name)
        count = rooms or experiment.rooms
        lab = Lab(testbed, outcome, count, stack, random.Random(seed), rounds)
        lab.must_finish = whole
        if rounds:
            outcome.title += ", in rounds with bots on three servers"
            testbed.env["EMBEDDED_WORKER"] = "0"
            testbed.add_worker(priority=0)
        began = time.monotonic()
        experiment.run(lab)
        played = time.monotonic()
        check(lab, whole)
        note_pauses(lab)
        lab.note("took", f"{played - began:.0f} s, and {time.monotonic() - played:.0f} s to check")
    return outcome


def check(lab: Lab, whole: bool) -> None:
    """Compare what the players did and saw with the database, and if the run is `whole`, look for
    what was left behind.
    """
    outcome, testbed = lab.outcome, lab.testbed
    tracebacks = sum(server.tracebacks() for server in testbed.servers)
    lab.note("tracebacks", tracebacks)
    if outcome.histories:
        # Presence has to expire: meanwhile the log is compared.
        with ThreadPoolExecutor(1) as threads:
            left = threads.submit(ghosts, lab) if whole else None
            problems, outcome.checked = check_history(outcome.histories, testbed.env)
        outcome.problems += [*problems, *(left.result() if left is not None else [])]
        if lab.must_finish and outcome.checked["games"] != outcome.checked["games finished"]:
            outcome.problems.append("not every game was finished")
    problems, outcome.verifylog = verify_logs(testbed.env)
    outcome.problems += problems


def note_pauses(lab: Lab) -> None:
    """Note how long people waited at most: for an ack, and at a table for anything to happen."""
    acks = [took for number in range(len(lab.generators)) for took in lab.answer_s(ALWAYS, number)]
    lab.note("acks", in_ms(acks))
    lab.note("pause", f"{longest_pause(lab):.1f} s at most at a table")


def longest_pause(lab: Lab) -> float:
    """Return the longest time (s) in which no player of a table has seen anything new; in rounds
    from the first reveal on, because the worker loads its tables before that.
    """
    seen: dict[str, float] = {}
    longest = 0.0
    for path in lab.outcome.histories:
        for record in read_history(path):
            if record.phase != "see":
                continue
            if record.room in seen:
                longest = max(longest, record.t - seen[record.room])
            elif lab.in_rounds and record.value[2] != "round.revealed":
                continue
            seen[record.room] = record.t
    return longest


def keep_files(source: Path, target: Path) -> None:
    """Copy the histories and logs of a run."""
    target.mkdir(parents=True, exist_ok=True)
    for path in [*source.glob("*.jsonl"), *source.glob("*.log")]:
        shutil.copy(path, target)
