"""What an endpoint of the API is: path, parameters, types, and who answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import HttpRequest

from games.site.shared.answers import types
from games.site.shared.answers.errors import ApiErrorCode

SHORT, MINUTE, HOUR, DAY, YEAR = 2, 60, 3600, 86400, 31536000
"""How long answers may be kept, in seconds."""
CODE = {"code": (types.Code, "The game's code, as in /g/<code>/.")}
VARIANT = {"variant": (types.VariantId, "The id of a variant.")}


class Answer(NamedTuple):
    """What a read answers: `write` makes the body. `max_age` in seconds; None: the endpoint's.

    With a `fingerprint` of the body, a client that has it already needs no call of `write`.
    `immutable`: the body will never change.
    """

    write: Callable[[], types.Body]
    fingerprint: str | None = None
    max_age: int | None = None
    immutable: bool = False


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint. `max_age` is in seconds.

    `read` gets the query, if the endpoint has one, and the parts of the path by their names, and
    raises ApiError. An endpoint with a `body` takes a POST: `act` gets the request and returns the
    answer. `limit` is then the key of its limit in settings.LIMITS.
    """

    id: str
    path: str
    summary: str
    about: str
    answer: type[types.Body]
    query: type[types.Body] = types.NoQuery
    in_path: Mapping[str, tuple[Any, str]] = field(default_factory=dict)
    max_age: int = MINUTE
    read: Callable[..., Answer] | None = None
    body: type[types.Body] | None = None
    act: Callable[[HttpRequest], types.Body] | None = None
    limit: str = ""
    needs_token: bool = False

    @property
    def method(self) -> str:
        """The HTTP method, in capitals."""
        return "GET" if self.body is None else "POST"

    @property
    def refusals(self) -> tuple[ApiErrorCode, ...]:
        """The errors it may return."""
        refusals = [ApiErrorCode.RATE_LIMITED, ApiErrorCode.BUSY]
        if self.in_path:
            refusals.insert(0, ApiErrorCode.NOT_FOUND)
        if self.needs_token:
            refusals.insert(0, ApiErrorCode.UNAUTHORIZED)
        if self.query is not types.NoQuery or self.body is not None:
            refusals.insert(0, ApiErrorCode.BAD_PARAMETER)
        return tuple(refusals)
