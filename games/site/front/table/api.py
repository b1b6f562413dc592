"""Answers of the API to programs that open a room. The sockets have commands for the rest."""

from django.http import HttpRequest
from msgspec import UNSET

from games.core.rules import find_variant
from games.people.accounts import tokens
from games.people.accounts.models import User
from games.platform.limits.rates import spend
from games.record.solving.requests import why_not
from games.site.shared.answers.acting import NewRoom, OpenedRoom, read_body
from games.site.shared.answers.endpoint import ApiError, ApiErrorCode, Endpoint
from games.tables.rooms.opening import open_room


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


def _rooms(request: HttpRequest) -> OpenedRoom:
    me = find_caller(request.headers.get("Authorization", ""))
    asked = read_body(request, NewRoom)
    spend("room", me.pk)
    return open_room_by_token(me, asked, request.build_absolute_uri("/"))


ENDPOINTS = (
    Endpoint(
        "rooms",
        "rooms",
        "Open a room",
        "Opens a casual table. The guest is its host and sits in the first seat; everything "
        "else, such as adding a bot, starting and playing, happens over the room's websocket.",
        OpenedRoom,
        body=NewRoom,
        limit="api-room",
        needs_token=True,
        act=_rooms,
    ),
)
