"""Collect puzzles from mistakes in finished games."""

import logging
from datetime import datetime
from functools import partial

from games.clock import monotonic, utc_now
from games.database.threads import SLOW, in_database
from games.puzzles.collecting import collect
from games.puzzles.seeding import plant

logger = logging.getLogger(__name__)

COLLECT_EVERY_S = 10.0
_collected_at = float("-inf")


async def sweep_puzzles() -> int:
    """Read some analyses for puzzles, if it is time. Returns how many rows were read.

    Failures are logged and tried again, because games are analysed after this.
    """
    global _collected_at  # noqa: PLW0603 - one worker a process
    if monotonic() - _collected_at < COLLECT_EVERY_S:
        return 0
    _collected_at = monotonic()
    try:
        return await in_database(partial(_collect, utc_now()), SLOW)
    except Exception:  # whatever it is, it must not keep games from being analysed
        logger.exception("puzzles could not be collected")
        return 0


def _collect(now: datetime) -> int:
    # The first puzzles of a site are there before those that its games make, of all themes.
    plant(now)
    return collect(now)
