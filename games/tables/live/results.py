"""Verify finished games and count them, in the order in which they ended."""

import logging
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import DatabaseError

from games.platform.database.outages import raise_outage
from games.platform.database.threads import in_database
from games.record.log.damage import is_readable, verify
from games.record.ratings.counting import count_verified, next_results
from games.tables.live.registry import current_hubs
from games.tables.rooms.models import Room

logger = logging.getLogger(__name__)


class Waiting(NamedTuple):
    """Games whose results are counted next, in order: the id of each, and whether it is rated.
    `damaged`: the ids of those that were found to be damaged.
    """

    games: list[tuple[int, bool]]
    damaged: list[int]


async def sweep_results() -> int:
    """Count finished games. Show the results in their rooms, and which games are damaged. Returns
    how many games this worker has counted.
    """
    waiting = await in_database(verify_next)
    counted = await in_database(lambda: count(waiting.games)) if waiting.games else []
    rated = {game_id for game_id, is_rated in waiting.games if is_rated}
    # Rooms of casual games show no results.
    changed = [*waiting.damaged, *rated.intersection(counted)]
    for room_id in await in_database(lambda: rooms_of(changed)) if changed else ():
        current_hubs().room_changed(room_id)
    return len(counted)


def verify_next() -> Waiting:
    """Verify the games that are counted next."""
    games = next_results()
    verified = verify([game for game in games if not game.verified and is_readable(game)])
    sound = {*verified.sound, *[game.pk for game in games if game.verified]}
    return Waiting([(game.pk, game.rated) for game in games if game.pk in sound], verified.damaged)


def count_finished_games() -> list[int]:
    """Verify and count some results and return their games."""
    return count(verify_next().games)


def count(games: Sequence[tuple[int, bool]]) -> list[int]:
    """Count verified games, each given with whether it is rated. Return the counted ones."""
    counted: list[int] = []
    for rated, rows in groupby(games, key=itemgetter(1)):
        game_ids = [game_id for game_id, _ in rows]
        # Casual games share one transaction. A rated game locks its room until the commit, so it
        # gets its own: players there must not wait while other games are counted.
        for batch in [[game_id] for game_id in game_ids] if rated else [game_ids]:
            counted += _count(batch)
    return counted


def _count(game_ids: Sequence[int]) -> list[int]:
    # All together is cheaper; after a failure one by one, so that one game stops no others.
    try:
        return count_verified(game_ids)
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
    return [game.pk for game in next_results()]
