"""Deletes guests who never played, and takes the name from those who have not come for a year.

Most idle guests have played, and stay. There are more of them every year, so each run looks only at
some, and starts where the last one stopped.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.people.accounts.models import User
from games.record.log.models import Scorecard
from games.site.account.membership.deletion import delete_player
from games.tables.rooms.models import Seat

IDLE_GUEST_AFTER = timedelta(days=90)
GONE_AFTER = timedelta(days=365)
"""A guest who played and does not come back for this long goes as if they had deleted everything:
their games stay, under "Deleted player".
"""
MOST_GONE = 100
MAX_AT_ONCE = 5_000


class IdleGuests:
    """Goes through all idle guests, longest idle first, again and again."""

    def __init__(self) -> None:
        self._after: tuple[datetime, int] | None = None

    def delete_some(self, now: datetime, most: int = MAX_AT_ONCE) -> None:
        """Look at the next `most` idle guests, and delete the ones who never played and sit at no
        table.
        """
        idle = User.objects.filter(is_guest=True, seen_at__lt=now - IDLE_GUEST_AFTER)
        found = idle.order_by("seen_at", "pk")
        if self._after is not None:
            seen_at, pk = self._after
            found = found.filter(seen_at__gte=seen_at).exclude(seen_at=seen_at, pk__lte=pk)
        rows = list(found.values_list("seen_at", "pk")[:most])
        self._after = rows[-1] if len(rows) == most else None
        User.objects.filter(
            ~Exists(Scorecard.objects.filter(player=OuterRef("pk"))),
            ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
            # Players on their device may have played: they go with them, after a year.
            ~Exists(User.objects.filter(added_by=OuterRef("pk"))),
            is_guest=True,
            seen_at__lt=now - IDLE_GUEST_AFTER,
            pk__in=[pk for _, pk in rows],
        ).delete()


def delete_gone_guests(now: datetime) -> int:
    """Delete the personal data of some guests who have not come for a year. Return how many."""
    gone = User.objects.filter(is_guest=True, is_active=True, seen_at__lt=now - GONE_AFTER)
    guests = list(gone.order_by("seen_at")[:MOST_GONE])
    for guest in guests:
        delete_player(guest)
    return len(guests)
