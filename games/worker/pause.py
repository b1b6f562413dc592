"""The pause between two sweeps."""

import asyncio
import logging

logger = logging.getLogger(__name__)


DEADLINES_EVERY_S = 1.0


async def pause(stop: asyncio.Event) -> None:
    """Wait until the next sweep, or until `stop` is set."""
    try:
        async with asyncio.timeout(DEADLINES_EVERY_S):
            await stop.wait()
    except TimeoutError:
        return
