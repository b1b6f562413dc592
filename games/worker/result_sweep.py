"""The worker's part: counting the games that have finished, in the order in which they did."""

import logging
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from django.db import DatabaseError

from games.live import current_hubs
from games.models import Game, Room
from games.ratings import count_casual, count_result
from games.store.database import in_database

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100


async def sweep_results() -> int:
    """Count the games that have finished, and show their rooms what that did. Returns how many
    this worker has counted.
    """
    counted = await in_database(count_results)
    hubs = current_hubs()
    for room_id in await in_database(lambda: rooms_of(counted)) if counted else ():
        hubs.room_changed(room_id)
    return len(counted)


def count_results() -> list[int]:
    """Count up to `MOST_AT_ONCE` results and return their games; a game that fails must not hold
    up the others.
    """
    counted: list[int] = []
    # The casual ones between two rated ones together.
    for rated, games in groupby(_uncounted(), key=itemgetter(1)):
        game_ids = [game_id for game_id, _ in games]
        try:
            counted += _one_by_one(game_ids) if rated else count_casual(game_ids)
        except (ValueError, DatabaseError) as error:
            logger.warning("%s results are counted one by one: %s", len(game_ids), error)
            counted += _one_by_one(game_ids)
    return counted


def _one_by_one(game_ids: Sequence[int]) -> list[int]:
    counted = []
    for game_id in game_ids:
        try:
            if count_result(game_id):
                counted.append(game_id)
        except (ValueError, DatabaseError):
            logger.exception("the result of game %s could not be counted", game_id)
    return counted


def rooms_of(games: list[int]) -> list[int]:
    """Return the rooms whose newest game is a rated one of these: they show its result."""
    rooms = Room.objects.filter(game__in=games, game__rated=True)
    return list(rooms.values_list("pk", flat=True))


def uncounted_games() -> list[int]:
    """Return the ids of finished games whose result is not counted yet, the oldest first."""
    return [game_id for game_id, _ in _uncounted()]


def _uncounted() -> list[tuple[int, bool]]:
    """Return the ids of those games, and whether they are rated."""
    games = Game.objects.filter(status=Game.Status.FINISHED, result_at=None, replay=False)
    return list(games.order_by("finished_at").values_list("pk", "rated")[:MOST_AT_ONCE])
