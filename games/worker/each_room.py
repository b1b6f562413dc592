"""Do the same work for many rooms."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from games.rooms import Refused

logger = logging.getLogger(__name__)


MOST_AT_ONCE = 200


async def for_each_room(work: Callable[[str], Awaitable[None]], codes: list[str]) -> None:
    """Do `work` for each of these rooms; one that fails must not stop the others."""
    results = await asyncio.gather(*(work(code) for code in codes), return_exceptions=True)
    for code, result in zip(codes, results, strict=True):
        if isinstance(result, Refused):
            logger.warning("room %s has to wait: %s", code, result)
        elif isinstance(result, Exception):
            logger.error("work for room %s failed", code, exc_info=result)
