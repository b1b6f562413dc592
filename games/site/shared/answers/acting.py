"""Endpoints that act, for programs that play: they become a guest and open a room.

No cookie is read, so pages of other sites cannot act for their visitors: only the `Authorization`
header says who asks, and browsers never send it by themselves. Scripts of other sites cannot even
create guests at the cost of a visitor's address: a JSON body needs a preflight, whose answer allows
no other origin.
"""

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from msgspec import UNSET, UnsetType

from games.core.engine.clocks import Clock
from games.core.engine.fields import MAX_SEATS, Milliseconds, PlayerId
from games.core.engine.state import DiceMode, Mode
from games.core.protocol.frames import RulesId, prepare_structs
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import ApiError, ApiErrorCode, Endpoint
from games.site.shared.answers.reading import JSON, limit_refused, refused
from games.site.shared.answers.types import Body, Code

Seats = Annotated[
    int,
    msgspec.Meta(ge=1, le=MAX_SEATS, description="With the one of the guest; in turns at most 8."),
]
MAX_BODY = 4096


class NewGuest(Body, frozen=True):
    """Who the program wants to be."""

    name: Annotated[str, msgspec.Meta(max_length=200, description="As people at the table see it.")]


class Guest(Body, frozen=True):
    """A new guest. Keep the token: it is the only way to be this guest again."""

    player: PlayerId
    name: str
    token: Annotated[
        str, msgspec.Meta(description="Send it as `Authorization: Bearer <token>`. Keep it secret.")
    ]
    expires: Annotated[Milliseconds, msgspec.Meta(description="When the token ends.")]


class NewRoom(Body, frozen=True):
    """The settings of a new room. Its games are casual."""

    variant: RulesId
    switches: Annotated[
        dict[str, str], msgspec.Meta(description="Ids and values; the default where missing.")
    ] = {}
    seats: Seats = 2
    clock: Annotated[Clock, msgspec.Meta(description="Seconds per turn; null: no limit.")] = None
    public: Annotated[bool, msgspec.Meta(description="Listed on the home page.")] = False
    mode: Annotated[Mode, msgspec.Meta(description="Rounds need a clock.")] = "turns"
    dice: Annotated[
        DiceMode, msgspec.Meta(description="The same for everybody only in rounds.")
    ] = "own"


class OpenedRoom(Body, frozen=True):
    """A new room. The guest is its host and sits in the first seat."""

    code: Code
    page: Annotated[str, msgspec.Meta(description="The link for people.")]
    socket: Annotated[str, msgspec.Meta(description="The path of the room's websocket.")]
    notice: (
        Annotated[str, msgspec.Meta(description="Why house rules have no hints yet; only then.")]
        | UnsetType
    ) = UNSET


prepare_structs(__name__)


METHODS = "POST, OPTIONS"
Asked = TypeVar("Asked", bound=types.Body)
Action = Callable[[HttpRequest], types.Body]


def view_of(endpoint: Endpoint) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view of an endpoint that takes a POST: it answers JSON, and limits addresses."""
    assert endpoint.act is not None
    act = endpoint.act

    @csrf_exempt  # No cookie is read: see above.
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return _answer(act, request, endpoint)
        except LimitedError as limited:
            return limit_refused(limited)
        except ApiError as refusal:
            response = refused(refusal, METHODS)
            if refusal.code is ApiErrorCode.UNAUTHORIZED:
                response["WWW-Authenticate"] = "Bearer"
            return response

    return answer


def _answer(do: Action, request: HttpRequest, endpoint: Endpoint) -> HttpResponse:
    if request.method == "OPTIONS":
        response = HttpResponse(status=204)
        response["Allow"] = METHODS
        return response
    if request.method != "POST":
        raise ApiError(ApiErrorCode.METHOD_NOT_ALLOWED, "Use POST.")
    address = client_address(request)
    spend("api", address)
    spend(endpoint.limit, address)
    response = HttpResponse(msgspec.json.encode(do(request)), content_type=JSON, status=201)
    patch_cache_control(response, no_store=True)
    return response


def read_body(request: HttpRequest, type_: type[Asked]) -> Asked:
    """Return what the body asks for, ignoring unknown fields. Raises ApiError."""
    if request.content_type != JSON:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"Send JSON, with Content-Type: {JSON}.")
    body = request.read(MAX_BODY + 1)
    if len(body) > MAX_BODY:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"Send at most {MAX_BODY} bytes.")
    try:
        return msgspec.json.decode(body, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError(ApiErrorCode.BAD_PARAMETER, f"{error}.") from error
