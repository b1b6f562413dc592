"""Turns a guest into an account."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from games.people.accounts.models import User
from games.people.accounts.names import NameRefused, check_free, clean_name, fields_of, taken_name
from games.people.accounts.site_rules import allows_sign_up
from games.record.ratings.listing import refresh_eligibility
from games.site.account.membership.renaming import rename_guests_like
from games.tables.rooms.player_changes import bump_rooms


class AlreadyUpgraded(Exception):
    """The guest has just become an account, in another tab."""


def upgrade_guest(guest: User, name: str, password: str | None, email: str = "") -> None:
    """Turn the guest into an account on the same row, which keeps their seats and games. Without a
    password they sign in with a provider.

    Raises `NameRefused`, and `AlreadyUpgraded` if another request was faster.
    """
    if not allows_sign_up():
        raise NameRefused("closed", "Nobody can sign up here now.")
    name = clean_name(name)
    check_free(name)
    fields = {
        **fields_of(name, is_guest=False),
        "email": email,
        "password": make_password(password),
        "is_guest": False,
        "added_by": None,
    }
    try:
        with transaction.atomic():
            # Filter by guest, because the second of two simultaneous requests finds an account.
            turned = User.objects.filter(pk=guest.pk, is_guest=True, is_active=True).update(
                **fields
            )
            refresh_eligibility(guest.pk)
    except IntegrityError as error:
        raise taken_name(name) from error
    if not turned:
        raise AlreadyUpgraded
    bump_rooms(guest.pk)
    guest.refresh_from_db()
    rename_guests_like(guest)
