"""Count the dice of games that are over, for the page of all dice."""

import logging

from games.audit.counting import MAX_AT_ONCE, count_dice
from games.store.database import in_database
from games.worker.analysis_sweep import THREADS

logger = logging.getLogger(__name__)

DICE_AT_ONCE = MAX_AT_ONCE
"""The most games whose dice one sweep counts."""


async def sweep_dice() -> int:
    """Count the dice of some games. Returns how many games this worker has counted.

    Failures are logged and tried again, because games are analysed after this.
    """
    try:
        return await in_database(count_dice, THREADS)
    except Exception:  # whatever it is, it must not keep games from being analysed
        logger.exception("dice could not be counted")
        return 0
