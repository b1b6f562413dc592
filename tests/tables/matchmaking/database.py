"""Changes of the database that time or other processes would make."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.core.rules import VARIANTS
from games.models import Room, Seat, Ticket, User
from games.platform.database.threads import in_database
from games.tables.matchmaking.jobs import sweep_tickets

PAST = timedelta(seconds=1)


async def change(work: Callable[[], object]) -> None:
    """Change the database, without a hint to anybody."""
    await in_database(work)


async def abandon(user: User) -> None:
    """Let the time of the player's ticket run out."""
    gone = timezone.now() - PAST
    await change(lambda: Ticket.objects.filter(player=user).update(alive_until=gone))


async def waiting() -> set[str]:
    """The names of those who have a ticket without a room."""

    def read() -> set[str]:
        return set(Ticket.objects.filter(room=None).values_list("player__name", flat=True))

    return await in_database(read)


async def tables() -> dict[str, list[str]]:
    """The names at each table, in order of the seats, by the room's code."""

    def read() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {room.code: [] for room in Room.objects.all()}
        seats = Seat.objects.exclude(player=None).order_by("room", "number")
        for code, name in seats.values_list("room__code", "player__name"):
            found[code].append(name)
        return found

    return await in_database(read)


async def room_of(code: str) -> Room:
    """The room as the database has it, with its game."""
    return await in_database(lambda: Room.objects.select_related("game").get(code=code))


async def time_to_begin(code: str) -> None:
    """Let the time to arrive at a paired table run out, and the worker see it."""
    late = timezone.now() - PAST
    await change(lambda: Room.objects.filter(code=code).update(begins_by=late))
    await sweep_tickets()


def game_settings(**differing: Any) -> dict[str, Any]:
    """Game settings as browsers send them; by default casual Yacht with a clock."""
    return {"variant": "yacht", "switches": {}, "clock": 60, "rated": False, **differing}


ALL_VARIANTS = sorted(VARIANTS)
