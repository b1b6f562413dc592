"""Renames players."""

import secrets

from django.db import IntegrityError, transaction

from games.people.accounts.models import User
from games.people.accounts.names import check_free, clean_name, fields_of, taken_name
from games.site.account.membership.past_names import keep_name
from games.tables.rooms.player_changes import bump_rooms


def rename_player(player: User, name: str) -> None:
    """Rename the player. The name of an account must be unique, and no guest may have it. Raises
    `NameRefused`.
    """
    name = clean_name(name)
    check_free(name, but=player)
    before = player.name
    fields = fields_of(name, is_guest=player.is_guest)
    try:
        with transaction.atomic():
            # The filter keeps the handle of a guest who has just become an account.
            User.objects.filter(pk=player.pk, is_guest=player.is_guest).update(**fields)
    except IntegrityError as error:
        raise taken_name(name) from error
    bump_rooms(player.pk)
    player.refresh_from_db()
    if not player.is_guest:
        if before != player.name:
            keep_name(player, before)
        rename_guests_like(player)


def rename_guests_like(account: User) -> None:
    """Give another name to all guests whose names look like the account's."""
    if account.skeleton:
        alike = User.objects.filter(is_guest=True, is_active=True, skeleton=account.skeleton)
        for guest_id in list(alike.values_list("pk", flat=True)):
            rename_guest(guest_id)


def rename_guest(guest_id: int) -> None:
    """Give a guest a name that nobody chose, because an account has theirs."""
    name = f"Guest {secrets.randbelow(90_000) + 10_000}"
    # The filter leaves out a guest who has just become an account.
    guest = User.objects.filter(pk=guest_id, is_guest=True)
    if guest.update(**fields_of(name, is_guest=True)):
        bump_rooms(guest_id)
