"""Create guests and accounts, and change what only concerns the account."""

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction

from games.accounts.names import check_free, clean_name, handle, taken_name
from games.models import User

SEEN_EVERY = timedelta(hours=6)


def do_create_guest(name: str) -> User:
    """Create a guest. Guests' names need not be unique. Raises `NameRefused`."""
    # Longer than any account's handle can be guessed to be, and nobody ever sees it.
    hidden = f"guest-{secrets.token_hex(16)}"
    return User.objects.create(
        username=hidden, name=clean_name(name), is_guest=True, password=make_password(None)
    )


def do_create_account(name: str, password: str, email: str = "") -> User:
    """Create an account. The password has been validated. Raises `NameRefused`."""
    name = clean_name(name)
    check_free(name)
    try:
        with transaction.atomic():
            return User.objects.create(
                username=handle(name), name=name, email=email, password=make_password(password)
            )
    except IntegrityError as error:
        raise taken_name() from error


def do_change_email(player: User, email: str) -> None:
    """Set the address, checked for its form, to which a new password can be sent; or none."""
    User.objects.filter(pk=player.pk, is_guest=False).update(email=email)


def do_change_password(player: User, password: str) -> None:
    """Set the password, which has been validated. All sessions of the player end."""
    player.set_password(password)
    player.save(update_fields=["password"])


def do_note_seen(player: User, now: datetime) -> None:
    """Remember that the player was here, at most every few hours: it is a write."""
    if now - player.seen_at >= SEEN_EVERY:
        User.objects.filter(pk=player.pk).update(seen_at=now)
