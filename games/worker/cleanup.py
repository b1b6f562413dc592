"""End abandoned games, and delete rows that are no longer needed."""

import logging
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.clock import utc_now
from games.engine import IllegalAction
from games.engine.actions import Abort
from games.live import current_hubs
from games.models import DiceSecret, Game, GameEvent, Room, Scorecard, Seat, User
from games.ratings import forget_old_tallies
from games.store.database import in_database
from games.worker.room_jobs import MAX_AT_ONCE, for_each_room

logger = logging.getLogger(__name__)

# A game without a move for this long is aborted, which reveals its secret.
ABANDONED_AFTER = timedelta(days=14)
UNUSED_ROOM_AFTER = timedelta(days=30)
IDLE_GUEST_AFTER = timedelta(days=90)


async def sweep_abandoned() -> None:
    """Abort the games in which nothing has happened for a long time."""
    await for_each_room(abort, await in_database(abandoned_rooms))


async def abort(code: str) -> None:
    """Abort the game of this room, which reveals its secret."""
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    try:
        await hub.game.submit(None, Abort("abandoned"), "")
    except IllegalAction:
        return  # it has just ended


def abandoned_rooms() -> list[str]:
    """Return the codes of rooms whose running game has seen no move for ABANDONED_AFTER."""
    limit = utc_now() - ABANDONED_AFTER
    since = int(limit.timestamp() * 1000)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), at__gt=since)
    games = Game.objects.filter(
        ~Exists(moved), status=Game.Status.PLAYING, created_at__lt=limit, room__isnull=False
    )
    return [code for (code,) in games.values_list("room__code")[:MAX_AT_ONCE]]


def _delete_unused_rooms(now: datetime) -> None:
    """Delete rooms that never saw a game, each with the secret of its next game.

    Locked, so that no game starts whose secret is gone.
    """
    with transaction.atomic():
        unused = Room.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            game=None, active_at__lt=now - UNUSED_ROOM_AFTER
        )
        rooms_by_id = dict(unused.values_list("pk", "next_code"))
        Room.objects.filter(pk__in=rooms_by_id).delete()
        DiceSecret.objects.filter(code__in=rooms_by_id.values()).delete()


def tidy_up() -> None:
    """Delete expired sessions, rooms that never saw a game, guests who never played, and old
    tallies.
    """
    now = utc_now()
    Session.objects.filter(expire_date__lt=now).delete()
    _delete_unused_rooms(now)
    forget_old_tallies(now)
    User.objects.filter(
        ~Exists(Scorecard.objects.filter(player=OuterRef("pk"))),
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        is_guest=True,
        seen_at__lt=now - IDLE_GUEST_AFTER,
    ).delete()
