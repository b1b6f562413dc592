"""What programs may do over HTTP: become a guest, and open a room. For everything else, the sockets
have commands.
"""

from datetime import timedelta

from django.conf import settings
from msgspec import UNSET

from games.core.rules import find_variant
from games.people.accounts import tokens
from games.people.accounts.models import User
from games.people.accounts.names import NameRefused
from games.people.accounts.players import create_guest
from games.people.accounts.site_rules import check_guest
from games.platform.clock import utc_now
from games.record.solving.requests import why_not
from games.site.front.api.action_types import Guest, NewGuest, NewRoom, OpenedRoom
from games.site.front.api.errors import ApiError, ApiErrorCode
from games.tables.rooms.opening import open_room


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


def find_caller(authorization: str) -> User:
    """Return the player to whom the token in an `Authorization` header belongs. Raises ApiError."""
    token = tokens.bearer_token(authorization)
    session = tokens.find_session(token) if token else None
    if session is None:
        raise ApiError(
            ApiErrorCode.UNAUTHORIZED, "Send the token of a guest: Authorization: Bearer <token>."
        )
    if session.user.locked:
        raise ApiError(ApiErrorCode.UNAUTHORIZED, "The family lock of this account is on.")
    return session.user


def open_room_by_token(host: User, asked: NewRoom, root: str) -> OpenedRoom:
    """Open a casual room with its host in the first seat. `root` is the URL of the home page.

    Raises ApiError for switches that the variant does not have.
    """
    try:
        room = open_room(
            host,
            asked.variant,
            asked.switches,
            asked.seats,
            asked.clock,
            asked.public,
            mode=asked.mode,
            dice=asked.dice,
        )
    except ValueError as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"This cannot be played: {error}.") from error
    notice = why_not(find_variant(room.variant, **room.switches), host.pk) or UNSET
    return OpenedRoom(room.code, f"{root}r/{room.code}/", f"/ws/v1/rooms/{room.code}/", notice)
