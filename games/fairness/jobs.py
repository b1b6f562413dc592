"""Append the ends of games to the public log, and count the dice of games that are over."""

import logging

from games.database.threads import SLOW, in_database
from games.fairness.audit.counting import MAX_AT_ONCE, count_dice
from games.fairness.public_log_ends import log_ends

logger = logging.getLogger(__name__)

DICE_AT_ONCE = MAX_AT_ONCE
"""The most games whose dice one sweep counts."""


async def sweep_dice() -> int:
    """Count the dice of some games. Returns how many games this worker has counted.

    Failures are logged and tried again, because games are analysed after this.
    """
    try:
        return await in_database(count_dice, SLOW)
    except Exception:  # whatever it is, it must not keep games from being analysed
        logger.exception("dice could not be counted")
        return 0


async def sweep_ends() -> int:
    """Append the ends of games that are over. Return how many this worker has appended."""
    return await in_database(log_ends)
