"""Look for games that have stopped, and get them going again."""

import logging
from functools import partial

from games.platform import metrics
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.platform.database.threads import in_database
from games.record.log.healing import find_stuck
from games.tables.live.registry import current_hubs
from games.tables.rooms.healing import heal_game

logger = logging.getLogger(__name__)


async def sweep_stuck_games() -> int:
    """Heal the games that have stopped. Return how many there were."""
    found = await in_database(lambda: find_stuck(utc_now()))
    for game_id, room_id in found:
        await _heal(game_id, room_id)
    return len(found)


async def _heal(game_id: int, room_id: int) -> None:
    try:
        outcome = await in_database(partial(heal_game, game_id))
    except Exception as error:  # whatever is wrong with this game, go on with the others
        raise_outage(error)
        logger.exception("game %s has stopped, and cannot be healed", game_id)
        metrics.STUCK.add(of="failed")
        return
    metrics.STUCK.add(of=outcome)
    if outcome != "over":
        logger.error("game %s had stopped: %s", game_id, outcome)
        current_hubs().room_changed(room_id, reload=True)
