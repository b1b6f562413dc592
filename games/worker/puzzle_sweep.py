"""Collect puzzles from mistakes in finished games."""

import logging
from functools import partial

from games.clock import monotonic, utc_now
from games.puzzles.collecting import collect
from games.store.database import in_database
from games.worker.analysis_sweep import THREADS

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
        return await in_database(partial(collect, utc_now()), THREADS)
    except Exception:  # whatever it is, it must not keep games from being analysed
        logger.exception("puzzles could not be collected")
        return 0
