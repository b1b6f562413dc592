"""Whether a grown-up agrees that a new card is made while a family lock is on."""

from django.http import HttpRequest
from django.utils.translation import gettext_noop

from games.core.protocol.errors import ErrorCode, Refused
from games.people.family import device
from games.platform.limits.rates import client_address, spend
from games.site.shared.pages.shortcuts import player_of

CODE, PASSWORD, TURN_OFF = "code", "password", "off"


def asked_of_parent(request: HttpRequest) -> str:
    """Return what a grown-up types: the code of the device, the password of the account, or ""
    without a lock. "off": only turning the lock off helps, because the account has no password.
    """
    if device.is_locked(request.COOKIES):
        return CODE
    player = player_of(request)
    if player is None or not player.locked:
        return ""
    return PASSWORD if player.has_usable_password() else TURN_OFF


def check_parent(request: HttpRequest, typed: str) -> None:
    """Raise Refused unless there is no lock, or this is the code or password that ends it; and
    LimitedError after too many tries.
    """
    asked = asked_of_parent(request)
    if asked == CODE:
        spend("family-address", client_address(request))
        spend("family", device.lock_of(request.COOKIES) or client_address(request))
        if not device.is_code(request.COOKIES, typed.strip()):
            raise Refused(ErrorCode.FORBIDDEN, gettext_noop("That is not the code."))
    elif asked == PASSWORD:
        spend("family", request.session.session_key or client_address(request))
        player = player_of(request)
        if player is None or not player.check_password(typed):
            raise Refused(ErrorCode.FORBIDDEN, gettext_noop("That is not the password."))
    elif asked == TURN_OFF:
        raise Refused(
            ErrorCode.FORBIDDEN, gettext_noop("A grown-up can turn the lock off in the settings.")
        )
