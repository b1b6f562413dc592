"""Close the commitments of idle rooms: every commitment in the public log ends, and a room may
stay idle for ever. `games.rooms.loading` gives the room a new one when somebody opens it.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Game, Room, Seat
from games.store import fair_log

MAX_AT_ONCE = 100


def close_idle(before: datetime) -> list[int]:
    """Close the commitments of rooms without a running game that nobody has changed since `before`,
    `MAX_AT_ONCE` at most: the public log then reveals their secrets. Return the ids of the rooms.

    Their seeds and seals go with the commitment. In one transaction: no game can start with a
    public secret.
    """
    with transaction.atomic():
        rooms = Room.objects.select_for_update(skip_locked=True, of=("self",)).exclude(next_code="")
        idle = dict(
            rooms.filter(active_at__lt=before)
            .exclude(game__status=Game.Status.PLAYING)
            .order_by("active_at")
            .values_list("pk", "next_code")[:MAX_AT_ONCE]
        )
        if idle:
            Room.objects.filter(pk__in=idle).update(next_code="", rev=F("rev") + 1)
            Seat.objects.filter(room__in=idle).update(ready=False, seed="", seal="", address="")
            fair_log.close(idle.values())
    return list(idle)
