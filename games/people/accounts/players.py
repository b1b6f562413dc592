"""Create guests and accounts, and change their password, email address and last visit."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.accounts.models import User
from games.people.accounts.names import check_free, clean_name, fields_of, taken_name
from games.platform.language.formats import present_name, zones

SEEN_EVERY = timedelta(hours=6)


def create_guest(name: str, added_by: int | None = None) -> User:
    """Create a guest. Guests may share names, but not with an account. `added_by`: the player on
    whose device they are. Raises `NameRefused`.
    """
    name = clean_name(name)
    check_free(name)
    # Random, and never shown.
    hidden = f"guest-{secrets.token_hex(16)}"
    return User.objects.create(
        **fields_of(name, is_guest=True),
        username=hidden,
        is_guest=True,
        password=make_password(None),
        added_by_id=added_by,
    )


def give_guest(guest_id: int, owner_id: int) -> None:
    """Give a guest that somebody added on a device to another player, who acts for them now."""
    User.objects.filter(pk=guest_id, is_guest=True).update(added_by=owner_id)


def guests_of(owner: User) -> QuerySet[User]:
    return owner.added.filter(is_guest=True, is_active=True).order_by("-pk")


def create_account(name: str, password: str | None, email: str = "") -> User:
    """Create an account. The caller has validated the password; None: it has none, and signs in
    with a provider. Raises `NameRefused`.
    """
    name = clean_name(name)
    check_free(name)
    try:
        with transaction.atomic():
            return User.objects.create(
                **fields_of(name, is_guest=False),
                email=email,
                password=make_password(password),
            )
    except IntegrityError as error:
        # Somebody has taken the name since it was checked.
        raise taken_name(name) from error


def save_email(player: User, email: str) -> None:
    """Set or clear the address for resetting the password. The caller has validated it."""
    User.objects.filter(pk=player.pk, is_guest=False).update(email=email)


class UnknownZone(Exception):
    """There is no such time zone here. A browser may know newer ones."""


def save_time_zone(player: User, zone: str) -> None:
    """Set the zone of the times in the account's mail, or clear it. The caller has validated it."""
    User.objects.filter(pk=player.pk, is_guest=False).update(time_zone=zone)


def guess_time_zone(player: User, zone: str) -> None:
    """Set the zone as a browser tells it, unless the account has one. Raises UnknownZone."""
    if zone not in zones():
        raise UnknownZone(zone)
    User.objects.filter(pk=player.pk, is_guest=False, time_zone="").update(
        time_zone=present_name(zone)
    )


def set_online_shown(player: User, shown: bool) -> None:
    User.objects.filter(pk=player.pk, is_guest=False).update(listed_online=shown)


def save_password(player: User, password: str | None) -> None:
    """Set the password, which ends all sessions. The caller has validated it. None: no password."""
    player.set_password(password)
    player.save(update_fields=["password"])


def end_sessions(player: User, password: str | None) -> None:
    """End all sessions of an account. The caller has checked that this is its password; None if it
    has none.

    This also ends open links that set a new password.
    """
    # Sessions hold a hash of the stored password, which changes with its new salt.
    save_password(player, password)


def note_seen(player: User, now: datetime) -> None:
    """Store that the player was here; at most once in `SEEN_EVERY`, to save writes."""
    if now - player.seen_at >= SEEN_EVERY:
        User.objects.filter(pk=player.pk).update(seen_at=now)
