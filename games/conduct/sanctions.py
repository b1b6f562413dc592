"""The sanctions in force: what a player may not do at present."""

from datetime import datetime

from django.db.models import Q, QuerySet

from games.clock import utc_now
from games.conduct.models import Sanction


def in_force(now: datetime | None = None) -> QuerySet[Sanction]:
    """Return the sanctions in force, without words of warning."""
    now = now or utc_now()
    return Sanction.objects.filter(
        Q(ends_at=None) | Q(ends_at__gt=now), undone_at=None, begins_at__lte=now
    ).exclude(kind=Sanction.Kind.WARNING)


def find_sanction(player_id: int, kind: Sanction.Kind) -> Sanction | None:
    """Return the sanction of this kind that lasts longest, None if none is in force."""
    found = list(in_force().filter(player_id=player_id, kind=kind))
    # One without an end lasts longest.
    return max(found, key=lambda each: (each.ends_at is None, each.ends_at), default=None)
