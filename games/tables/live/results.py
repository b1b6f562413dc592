"""Verify finished games and count them, in the order in which they ended."""

import logging
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from django.db import DatabaseError

from games.platform.database.outages import raise_outage
from games.platform.database.threads import in_database
from games.record.log.damage import verify_ended
from games.record.ratings.counting import count_results, waiting_results
from games.tables.live.registry import current_hubs
from games.tables.rooms.models import Room

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 100


async def sweep_results() -> int:
    """Count finished games. Show the results in their rooms, and which games are damaged. Returns
    how many games this worker has counted.
    """
    damaged = await in_database(find_damaged)
    counted = await in_database(count_finished_games)
    hubs = current_hubs()
    changed = damaged + counted
    for room_id in await in_database(lambda: rooms_of(changed)) if changed else ():
        hubs.room_changed(room_id)
    return len(counted)


def find_damaged() -> list[int]:
    """Verify the games that are counted next. Return the ids of the damaged ones."""
    return verify_ended(waiting_results().order_by("finished_at", "pk"), MAX_AT_ONCE).damaged


def count_finished_games() -> list[int]:
    """Count up to `MAX_AT_ONCE` results and return their games."""
    counted: list[int] = []
    for rated, rows in groupby(_games_to_count(), key=itemgetter(1)):
        game_ids = [game_id for game_id, _ in rows]
        # Casual games share one transaction. A rated game locks its room until the commit, so it
        # gets its own: players there must not wait while other games are counted.
        for batch in [[game_id] for game_id in game_ids] if rated else [game_ids]:
            counted += _count(batch)
    return counted


def _count(game_ids: Sequence[int]) -> list[int]:
    # All together is cheaper; after a failure one by one, so that one game stops no others.
    try:
        return count_results(game_ids)
    except (ValueError, DatabaseError) as error:
        raise_outage(error)
        if len(game_ids) == 1:
            logger.exception("the result of game %s could not be counted", game_ids[0])
            return []
        logger.warning("%s results are counted one by one: %s", len(game_ids), error)
    return [counted for game_id in game_ids for counted in _count([game_id])]


def rooms_of(games: Sequence[int]) -> list[int]:
    """Return the rooms whose newest game is a rated one of these: they show its result."""
    rooms = Room.objects.filter(game__in=games, game__rated=True)
    return list(rooms.values_list("pk", flat=True))


def games_to_count() -> list[int]:
    """Return the ids of finished games whose result is not counted yet, the oldest first."""
    return [game_id for game_id, _ in _games_to_count()]


def _games_to_count() -> list[tuple[int, bool]]:
    """Like `games_to_count`, with whether each game is rated."""
    games = waiting_results().order_by("finished_at", "pk")
    return list(games.values_list("pk", "rated")[:MAX_AT_ONCE])
