"""Run a job for many rooms concurrently."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from games.core.protocol.errors import Refused
from games.platform.database.outages import is_outage
from games.platform.server.logs import log_for_room

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 200


async def for_each_room(job: Callable[[str], Awaitable[None]], codes: list[str]) -> None:
    """Await `job` for each of these rooms. A failed job is logged and does not stop the others.

    Raises the database's error if it could not be reached for one of them.
    """
    jobs = [_do(job, code) for code in codes]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    outages = [each for each in results if isinstance(each, Exception) and is_outage(each)]
    for code, result in zip(codes, results, strict=True):
        if isinstance(result, Refused):
            logger.warning("room %s has to wait: %s", code, result)
        elif isinstance(result, Exception) and not is_outage(result):
            logger.error("work for room %s failed", code, exc_info=result)
    for outage in outages[:1]:
        raise outage


async def _do(job: Callable[[str], Awaitable[None]], code: str) -> None:
    """Await `job` in a task of its own."""
    log_for_room(code)
    await job(code)
