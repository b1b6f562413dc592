"""Delete the personal data of a player, when they ask for it, or after they did not come for long.

Guests who never played and belong to no circle are deleted; those who did not come for a year lose
their name.
"""

import secrets
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.people.accounts.models import Session, User
from games.people.accounts.names import DELETED_NAME
from games.people.accounts.personal_data import all_personal
from games.people.accounts.players import guests_of
from games.people.circles.models import CircleMember
from games.record.log.models import Scorecard
from games.record.ratings.listing import refresh_eligibility
from games.tables.rooms.models import Seat

IDLE_GUEST_AFTER = timedelta(days=90)
GONE_AFTER = timedelta(days=365)
"""A guest who played and does not come back for this long goes as if they had deleted everything:
their games stay, under "Deleted player".
"""
MOST_GONE = 100
MAX_AT_ONCE = 5_000


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket,
    challenges and waiting in tournaments. Call it in a transaction.
    """
    for part in all_personal():
        part.leave(player_id)


def delete_player(player: User) -> None:
    """Delete the player's personal data. Their games stay, under "Deleted player".

    The row becomes inactive, and its sessions end. Seats in rooms where no game runs become free.
    What the player wrote is deleted, and the players on their devices with it.
    """
    with transaction.atomic():
        for guest in guests_of(player):
            _delete(guest)
        _delete(player)
    player.refresh_from_db()


def _delete(player: User) -> None:
    leave_tables(player.pk)
    for part in all_personal():
        part.forget(player)
    Session.objects.filter(player=player).delete()
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(User), object_id=str(player.pk)
    ).update(object_repr=f"{User._meta.verbose_name} {player.pk}")
    User.objects.filter(pk=player.pk).update(
        username=f"deleted-{secrets.token_hex(16)}",
        name=DELETED_NAME,
        skeleton="",
        folded="",
        forms_of=DELETED_NAME,
        email="",
        avatar="",
        preferences="",
        time_zone="",
        password=make_password(None),
        is_active=False,
        is_staff=False,
        is_superuser=False,
        desk_role="",
        has_decision=False,
        locked=False,
        asks_passkey=False,
        added_by=None,
    )
    refresh_eligibility(player.pk)


class IdleGuests:
    """Goes through all idle guests, longest idle first, again and again."""

    def __init__(self) -> None:
        self._after: tuple[datetime, int] | None = None

    def delete_some(self, now: datetime, most: int = MAX_AT_ONCE) -> None:
        """Look at the next `most` idle guests, and delete the ones who never played, sit at no
        table, and belong to no circle, which may need another owner: they go after a year.
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
            ~Exists(CircleMember.objects.filter(player=OuterRef("pk"))),
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
