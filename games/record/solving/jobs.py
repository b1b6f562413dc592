"""Solves house rules in a process of its own: one at a time, in one thread, and niced, so that
players do not notice. The embedded worker does it the same way.
"""

import asyncio
import json
import logging
import sys
from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.record.solving import requests

logger = logging.getLogger(__name__)

TABLES_BYTES = 2_000_000_000
"""How much space the tables of house rules take on a disk."""
TIME_S = 300.0
"""More than the largest table takes on a slow machine: then the process is killed."""


async def solve_next() -> int:
    """Solve the rule set that is next. Returns how many were solved."""
    found = await in_database(requests.claim)
    if found is None:
        return 0
    try:
        expected, sd = await compute(found.text)
    except (OSError, ValueError):  # a TimeoutError is an OSError
        logger.exception("%s could not be solved", found.text)
        await in_database(lambda: requests.fail(found))
        return 0
    await in_database(lambda: requests.store(found, expected, sd))
    return 1


async def compute(text: str) -> tuple[float, float]:
    """Compute the table of house rules in another process, which stores it. Return what perfect
    play scores, and the standard deviation.

    Raises OSError, TimeoutError, and ValueError if the process fails.
    """
    command = (sys.executable, "-m", "games.core.solver", text, str(settings.SOLVER_DIR))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command,
        str(TABLES_BYTES),
        cwd=settings.BASE_DIR,
        stdout=pipe,
        stderr=pipe,
    )
    try:
        async with asyncio.timeout(TIME_S):
            out, problem = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ValueError(problem.decode(errors="replace")[-2000:])
    answer = json.loads(out)
    return float(answer["expected"]), float(answer["sd"])


async def delete_unused() -> int:
    """Delete rows that nobody asks for any more."""
    return await in_database(requests.delete_unused)


def _waiting(now: datetime) -> Iterable[Waiting]:
    return [Waiting(requests.waiting(now), "asked_at")]


JOBS = (
    Job(name="house rules", run=solve_next, waiting=_waiting, lane="solving", repeat=True),
    Job(name="unused house rules", run=delete_unused, every=3600.0),
)
