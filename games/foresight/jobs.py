"""Measure how well the choices in games on shared dice fit dice that nobody could know."""

import logging

from games.database.threads import SLOW, in_database
from games.foresight.counting import count_foresight

logger = logging.getLogger(__name__)


async def sweep_foresight() -> int:
    """Measure some games. Returns how many this worker has measured.

    Failures are logged and tried again, because games are analysed after this.
    """
    try:
        return await in_database(count_foresight, SLOW)
    except Exception:  # whatever it is, it must not keep games from being analysed
        logger.exception("foresight could not be measured")
        return 0
