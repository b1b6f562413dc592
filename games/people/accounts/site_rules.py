"""What the operator allows on this site: the switches of the environment, else what they have
chosen in the browser, and slow mode.

This is the only reader of these settings. docs/settings.md explains them.
"""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import SlowMode
from games.people.accounts.names import NameRefused
from games.platform.clock import utc_now
from games.platform.site_settings.current import chosen

INVITED, SSO = "invited", "sso"
"""What an operator may choose in the browser, besides everyone."""


def allows_guests() -> bool:
    return bool(settings.GUESTS)


def allows_sign_up() -> bool:
    return bool(settings.SIGN_UP)


def allows_passwords() -> bool:
    """Whether people sign in with passwords and passkeys; if not, only with the providers of this
    site. Superusers always may, so that they can get in while a provider is away.
    """
    return not is_sso_only()


def check_passwords() -> None:
    """Raise NameRefused if nobody may make or change a password."""
    if not allows_passwords():
        raise NameRefused("closed", "This site has no passwords. Sign in with a button.")


def allows_chat() -> bool:
    return bool(settings.CHAT)


def allows_public_tables() -> bool:
    return bool(settings.PUBLIC_TABLES and settings.STRANGERS)


def allows_strangers() -> bool:
    """Whether people who do not know each other may meet: by Play, and in tournaments of players;
    and whether visitors without a name see lists of people.
    """
    return bool(settings.STRANGERS)


def allows_long_clocks() -> bool:
    """Whether games with 2, 3 and 7 days a turn, and holidays, are offered."""
    if settings.LONG_CLOCKS is not None:
        return bool(settings.LONG_CLOCKS)
    return chosen().long_clocks


def slow_until() -> datetime | None:
    """Return until when slow mode is on, None if it is off."""
    # Read each time: only new guests, accounts and the desk ask.
    row = SlowMode.objects.filter(until__gt=utc_now()).first()
    return None if row is None else row.until


def needs_invitation() -> bool:
    return _is_for_the_invited() or slow_until() is not None


def _is_for_the_invited() -> bool:
    if settings.INVITE_ONLY is not None:
        return bool(settings.INVITE_ONLY)
    # Where the providers are gone, nobody new can prove anything.
    return chosen().who == INVITED or is_without_provider()


def is_without_provider() -> bool:
    """Whether the operator has chosen in the browser that people sign in with a provider only,
    although there is none.
    """
    return settings.INVITE_ONLY is None and chosen().who == SSO and not has_providers()


def has_providers() -> bool:
    """Whether people can sign in with accounts that they have elsewhere."""
    return bool(settings.OIDC_PROVIDERS)


def is_sso_only() -> bool:
    """Whether people sign in with accounts elsewhere only."""
    if settings.ONLY_SSO:
        return True
    return settings.INVITE_ONLY is None and chosen().who == SSO and has_providers()


def check_guest(is_invited: Callable[[], bool]) -> None:
    """Raise NameRefused if there may be no new guest. `is_invited`: asked only if it matters."""
    if not allows_guests():
        raise NameRefused("closed", "This site is for accounts only.")
    # Where everybody signs in elsewhere, only those whom somebody has invited need not.
    _check_invited(is_invited, needs_invitation() or not allows_passwords())


def check_sign_up(is_invited: Callable[[], bool]) -> None:
    """Raise NameRefused if there may be no new account."""
    if not allows_sign_up():
        raise NameRefused("closed", "Nobody can sign up here now.")
    _check_invited(is_invited, needs_invitation())


def _check_invited(is_invited: Callable[[], bool], is_needed: bool) -> None:
    if is_needed and not is_invited():
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
    SlowMode.objects.all().delete()
    if until is not None:
        SlowMode.objects.create(pk=1, until=until)
