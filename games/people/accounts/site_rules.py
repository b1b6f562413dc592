"""What the operator allows on this site: the switches of the environment, and slow mode.

This is the only reader of these settings. docs/settings.md explains them.
"""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import SlowMode
from games.people.accounts.names import NameRefused
from games.platform.clock import utc_now


def allows_guests() -> bool:
    """Whether people may play without an account."""
    return bool(settings.GUESTS)


def allows_sign_up() -> bool:
    """Whether people may make accounts."""
    return bool(settings.SIGN_UP)


def allows_chat() -> bool:
    """Whether people may write lines of chat."""
    return bool(settings.CHAT)


def allows_public_tables() -> bool:
    """Whether a table may be listed for everybody."""
    return bool(settings.PUBLIC_TABLES and settings.STRANGERS)


def allows_strangers() -> bool:
    """Whether people who do not know each other may meet: by Play, and in tournaments of players;
    and whether visitors without a name see lists of people.
    """
    return bool(settings.STRANGERS)


def slow_until() -> datetime | None:
    """Return until when slow mode is on, None if it is off."""
    # Read each time: only new guests, accounts and the desk ask.
    row = SlowMode.objects.filter(until__gt=utc_now()).first()
    return None if row is None else row.until


def needs_invitation() -> bool:
    """Whether new guests and accounts need an invitation."""
    return bool(settings.INVITE_ONLY) or slow_until() is not None


def check_guest(is_invited: Callable[[], bool]) -> None:
    """Raise NameRefused if there may be no new guest. `is_invited`: asked only if it matters."""
    if not allows_guests():
        raise NameRefused("closed", "This site is for accounts only.")
    _check_invited(is_invited)


def check_sign_up(is_invited: Callable[[], bool]) -> None:
    """Raise NameRefused if there may be no new account."""
    if not allows_sign_up():
        raise NameRefused("closed", "Nobody can sign up here now.")
    _check_invited(is_invited)


def _check_invited(is_invited: Callable[[], bool]) -> None:
    if needs_invitation() and not is_invited():
        raise NameRefused("closed", "New players need an invitation: the link to a friend's table.")


def check_chat() -> None:
    """Raise Refused if nobody may write lines of chat."""
    if not allows_chat():
        raise Refused(ErrorCode.FORBIDDEN, "There is no chat on this site.")


def check_strangers() -> None:
    """Raise Refused if people who do not know each other cannot meet here."""
    if not allows_strangers():
        raise Refused(ErrorCode.FORBIDDEN, "On this site people play with those they know.")


def set_slow_mode(until: datetime | None) -> None:
    """Turn slow mode on until then, or off."""
    SlowMode.objects.all().delete()
    if until is not None:
        SlowMode.objects.create(pk=1, until=until)
