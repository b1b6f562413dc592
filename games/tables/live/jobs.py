"""The jobs of games that run, or are just over: games that have stopped go on, games that their
players have left end, and commitments that nobody uses are closed.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Q

from games.core.engine import IllegalAction
from games.core.engine.actions import Abort
from games.platform import metrics
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.record.log.healing import find_stuck
from games.record.log.models import Game, GameEvent
from games.record.ratings.counting import waiting_results
from games.tables.live.deadlines import sweep_deadlines
from games.tables.live.registry import current_hubs
from games.tables.live.results import sweep_results
from games.tables.live.room_jobs import MAX_AT_ONCE, for_each_room
from games.tables.rooms.upkeep import close_idle, close_unused, heal_game

logger = logging.getLogger(__name__)

# A game whose turn is over for this long is aborted, which reveals its secret; without a clock, one
# without a move.
ABANDONED_AFTER = timedelta(days=14)
# Close a room's commitment after nobody has changed the room for this long, and the commitment of
# a prepared game that no room has taken for this long.
CLOSED_AFTER = timedelta(hours=24)


async def sweep_idle_rooms() -> int:
    """Close the commitments of some rooms unchanged for a day. Return how many."""
    idle = await in_database(lambda: close_idle(utc_now() - CLOSED_AFTER))
    for room_id in idle:
        current_hubs().room_changed(room_id)
    return len(idle)


async def sweep_unused() -> int:
    """Close the commitments that no room or game has used for a day. Return how many."""
    before = utc_now() - CLOSED_AFTER
    return await in_database(lambda: close_unused(round(before.timestamp() * 1000)))


async def sweep_abandoned() -> None:
    await for_each_room(abort_game, await in_database(abandoned_rooms))


async def abort_game(code: str) -> None:
    """Abort this room's game, which reveals its secret."""
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    try:
        await hub.game.submit(None, Abort("abandoned"), "")
    except IllegalAction:
        return  # the game has ended meanwhile


def abandoned_rooms() -> list[str]:
    """Return the codes of rooms whose running game has seen no move for ABANDONED_AFTER. With a
    clock, this time begins with the deadline: a turn may last for weeks.
    """
    limit = utc_now() - ABANDONED_AFTER
    since = int(limit.timestamp() * 1000)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), at__gt=since)
    overdue = Q(deadline=None) | Q(deadline__lt=limit)
    games = Game.objects.filter(
        overdue,
        ~Exists(moved),
        status=Game.Status.PLAYING,
        created_at__lt=limit,
        room__isnull=False,
    )
    return list(games.values_list("room__code", flat=True)[:MAX_AT_ONCE])


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


def _deadlines(now: datetime) -> Iterable[Waiting]:
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__lte=now)
    return [Waiting(games.filter(room__isnull=False), "deadline")]


def _results(now: datetime) -> Iterable[Waiting]:
    return [Waiting(waiting_results(), "finished_at")]


JOBS = (
    Job(name="deadlines", run=sweep_deadlines, waiting=_deadlines),
    Job(name="stuck_games", run=sweep_stuck_games, every=30.0),
    Job(name="results", run=sweep_results, waiting=_results),
    Job(name="idle_rooms", run=sweep_idle_rooms, repeat=True),
    Job(name="abandoned_games", run=sweep_abandoned, every=3600.0),
    Job(name="unused_commitments", run=sweep_unused, every=3600.0),
)
