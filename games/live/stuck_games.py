"""Look for games that have stopped, and get them going again."""

import logging
from functools import partial

from games import metrics
from games.clock import monotonic, utc_now
from games.database.threads import in_database
from games.live.registry import current_hubs
from games.log.healing import find_stuck
from games.rooms.healing import heal_game

logger = logging.getLogger(__name__)

EVERY_S = 30.0


class StuckGames:
    """Looks every `EVERY_S` seconds, however often it is called."""

    def __init__(self) -> None:
        self._next_at = float("-inf")

    async def sweep(self) -> int:
        """Heal what has stopped. Return how many games had."""
        if monotonic() < self._next_at:
            return 0
        self._next_at = monotonic() + EVERY_S
        found = await in_database(lambda: find_stuck(utc_now()))
        for game_id, room_id in found:
            await self._heal(game_id, room_id)
        return len(found)

    async def _heal(self, game_id: int, room_id: int) -> None:
        try:
            outcome = await in_database(partial(heal_game, game_id))
        except Exception:  # whatever is wrong with it, the others go on
            logger.exception("game %s has stopped, and cannot be healed", game_id)
            metrics.STUCK.add(of="failed")
            return
        metrics.STUCK.add(of=outcome)
        if outcome != "over":
            logger.error("game %s had stopped: %s", game_id, outcome)
            current_hubs().room_changed(room_id, reload=True)
