"""Delete the personal data of a player."""

import secrets

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from games.people.accounts.models import Session, User
from games.people.accounts.names import DELETED_NAME
from games.people.accounts.personal_data import all_personal
from games.people.accounts.players import guests_of
from games.record.ratings.listing import refresh_eligibility
from games.site.account.membership.leaving import leave_tables


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
