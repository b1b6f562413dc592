"""End games that their players have left."""

from datetime import timedelta

from django.db.models import Exists, OuterRef

from games.core.engine import IllegalAction
from games.core.engine.actions import Abort
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.log.models import Game, GameEvent
from games.tables.live.registry import current_hubs
from games.tables.live.room_jobs import MAX_AT_ONCE, for_each_room

# A game without a move for this long is aborted, which reveals its secret.
ABANDONED_AFTER = timedelta(days=14)


async def sweep_abandoned() -> None:
    """Abort the games in which nothing has happened for a long time."""
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
    """Return the codes of rooms whose running game has seen no move for ABANDONED_AFTER."""
    limit = utc_now() - ABANDONED_AFTER
    since = int(limit.timestamp() * 1000)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), at__gt=since)
    games = Game.objects.filter(
        ~Exists(moved), status=Game.Status.PLAYING, created_at__lt=limit, room__isnull=False
    )
    return list(games.values_list("room__code", flat=True)[:MAX_AT_ONCE])
