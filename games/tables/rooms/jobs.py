"""Delete what rooms no longer need."""

from datetime import timedelta

from django.db import transaction

from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job
from games.record.fairness.models import DiceSecret
from games.tables.rooms.holidays import forget_old
from games.tables.rooms.models import ChatMessage, Room, UsedSeal

UNUSED_ROOM_AFTER = timedelta(days=30)
CHAT_KEPT = timedelta(days=90)
LINES_AT_ONCE = 2_000
# Used seals may be forgotten some day: a seal names its game, so it opens no other one anyway.
USED_SEAL_FOR = timedelta(days=30)


async def sweep_unused_rooms() -> None:
    await in_database(delete_unused_rooms)


def delete_unused_rooms() -> None:
    """Delete rooms that never saw a game, each with the secret of its next game."""
    with transaction.atomic():
        # Locked, so that no game can start there once its secret is gone.
        unused = Room.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            game=None, games=None, active_at__lt=utc_now() - UNUSED_ROOM_AFTER
        )
        rooms_by_id = dict(unused.values_list("pk", "next_code"))
        Room.objects.filter(pk__in=rooms_by_id).delete()
        # Secrets in the public log stay: `close_unused` deletes them when it reveals them.
        DiceSecret.objects.filter(code__in=rooms_by_id.values(), open=False).delete()


async def sweep_used_seals() -> None:
    await in_database(delete_used_seals)


def delete_used_seals() -> None:
    UsedSeal.objects.filter(at__lt=utc_now() - USED_SEAL_FOR).delete()


async def sweep_chat() -> None:
    await in_database(delete_old_lines)


def delete_old_lines() -> None:
    """Delete the lines of chat that are older than CHAT_KEPT, some at once."""
    old = ChatMessage.objects.filter(at__lt=utc_now() - CHAT_KEPT).order_by("at")
    ids = list(old.values_list("pk", flat=True)[:LINES_AT_ONCE])
    ChatMessage.objects.filter(pk__in=ids).delete()


async def sweep_holidays() -> None:
    await in_database(lambda: forget_old(utc_now()))


JOBS = (
    Job(name="old_holidays", run=sweep_holidays, every=3600.0),
    Job(name="old_chat", run=sweep_chat, every=600.0),
    Job(name="unused_rooms", run=sweep_unused_rooms, every=3600.0),
    Job(name="used_seals", run=sweep_used_seals, every=3600.0),
)
