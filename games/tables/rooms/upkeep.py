"""The upkeep of rooms: commitments that nobody uses are closed, and stopped games go on.

Every commitment in the public log must end in a reveal, but a room may stay idle for ever. When
somebody opens it, `games.tables.rooms.loading` gives it a new one.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef

from games.core.engine.fair_log import COMMITMENT
from games.record.fairness import public_log
from games.record.fairness.models import DiceSecret, DiceShare, FairLogEntry
from games.record.log.healing import Outcome, heal
from games.record.log.models import Game
from games.tables.rooms.models import Room, Seat

MAX_AT_ONCE = 100


def close_idle(before: datetime) -> list[int]:
    """Close the commitments of rooms without a running game that nobody has changed since `before`,
    at most `MAX_AT_ONCE`. Their seeds and seals are cleared, and the public log reveals their
    secrets. Return the ids of the rooms.
    """
    # One transaction: no game may start with a secret that is public.
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
            public_log.close(idle.values())
    return list(idle)


def close_unused(before: int) -> int:
    """Close the commitments made before that time (ms since 1970) that no room, game or group of
    games has. Return their number.
    """
    # A process that is killed leaves its reserve behind, and a deleted room leaves its commitment.
    old = FairLogEntry.objects.filter(code=OuterRef("code"), kind=COMMITMENT, at__lt=before)
    codes = set(DiceSecret.objects.filter(Exists(old), open=True).values_list("code", flat=True))
    # Look at rooms before games: a game that starts in between is then found as a game.
    rooms = Room.objects.exclude(next_code="").filter(next_code__in=codes)
    codes -= set(rooms.values_list("next_code", flat=True))
    codes -= set(Game.objects.filter(code__in=codes).values_list("code", flat=True))
    codes -= set(DiceShare.objects.filter(code__in=codes).values_list("code", flat=True))
    return public_log.close(codes)


@transaction.atomic
def heal_game(game_id: int) -> Outcome:
    """Repair a game (`games.record.log.healing.heal`). If its log cannot be read, its room becomes
    free for another game.

    Raises UnreadableSecret if the key of its secret is missing.
    """
    outcome = heal(game_id)
    rooms = Room.objects.filter(game=game_id)
    if outcome == "broken":
        rooms.update(game=None, rev=F("rev") + 1)
    elif outcome == "healed":
        rooms.update(rev=F("rev") + 1)
    return outcome
