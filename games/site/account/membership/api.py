"""Answers of the API to programs that become a guest."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest

from games.people.accounts import tokens
from games.people.accounts.names import NameRefused
from games.people.accounts.players import create_guest
from games.people.accounts.site_rules import check_guest
from games.platform.clock import utc_now
from games.site.shared.answers.acting import Guest, NewGuest, read_body
from games.site.shared.answers.endpoint import ApiError, ApiErrorCode, Endpoint


def become_guest(asked: NewGuest) -> Guest:
    """Create a guest and sign them in. Raises ApiError if the name is refused."""
    try:
        check_guest(lambda: False)
        guest = create_guest(asked.name)
    except NameRefused as refused:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, str(refused), refused.free) from refused
    expires = utc_now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    token = tokens.begin_session(guest)
    return Guest(guest.pk, guest.name, token, int(expires.timestamp() * 1000))


def _guests(request: HttpRequest) -> Guest:
    return become_guest(read_body(request, NewGuest))


ENDPOINTS = (
    Endpoint(
        "guests",
        "guests",
        "Become a guest",
        "For programs that play: creates a guest and returns their token. It is a secret: "
        "anyone who has it is this guest.",
        Guest,
        body=NewGuest,
        limit="api-guest",
        act=_guests,
    ),
)
