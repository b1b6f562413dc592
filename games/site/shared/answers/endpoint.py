"""What an endpoint of the API is: path, parameters, types, who answers, and with which errors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest
from msgspec import UNSET

from games.site.shared.answers import types
from games.site.shared.answers.types import ErrorBody, Problem

SHORT, MINUTE, HOUR, DAY, YEAR = 2, 60, 3600, 86400, 31536000
"""How long answers may be kept, in seconds."""


class ApiErrorCode(StrEnum):
    """Error codes for programs."""

    BAD_PARAMETER = "bad_parameter"
    UNAUTHORIZED = "unauthorized"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    RATE_LIMITED = "rate_limited"
    BUSY = "busy"


STATUS = {
    ApiErrorCode.BAD_PARAMETER: 400,
    ApiErrorCode.UNAUTHORIZED: 401,
    ApiErrorCode.NOT_FOUND: 404,
    ApiErrorCode.METHOD_NOT_ALLOWED: 405,
    ApiErrorCode.RATE_LIMITED: 429,
    ApiErrorCode.BUSY: 503,
}


class ApiError(Exception):
    """The request cannot be answered. `message` says why, for people. `free`: a free name instead
    of the one that is taken.
    """

    def __init__(self, code: ApiErrorCode, message: str, free: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.free = free

    @property
    def status(self) -> int:
        return STATUS[self.code]

    @property
    def body(self) -> ErrorBody:
        return ErrorBody(Problem(self.code.value, self.message, self.free or UNSET))


def busy() -> bytes:
    """Return the JSON for programs whose requests find no place in the queue of pages."""
    error = ApiError(ApiErrorCode.BUSY, "The server is busy. Please try again in a moment.")
    return msgspec.json.encode(error.body)


CODE = {"code": (types.Code, "The game's code, as in /g/<code>/.")}
VARIANT = {"variant": (types.VariantId, "The id of a variant.")}


class Answer(NamedTuple):
    """What a read answers: `write` makes the body. `max_age` in seconds; None: the endpoint's.

    With a `fingerprint` of the body, a client that has it already needs no call of `write`.
    `immutable`: the body will never change. `fleeting`: nobody may keep it.
    """

    write: Callable[[], types.Body]
    fingerprint: str | None = None
    max_age: int | None = None
    immutable: bool = False
    fleeting: bool = False


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
        return "GET" if self.body is None else "POST"

    @property
    def refusals(self) -> tuple[ApiErrorCode, ...]:
        refusals = [ApiErrorCode.RATE_LIMITED, ApiErrorCode.BUSY]
        if self.in_path:
            refusals.insert(0, ApiErrorCode.NOT_FOUND)
        if self.needs_token:
            refusals.insert(0, ApiErrorCode.UNAUTHORIZED)
        if self.query is not types.NoQuery or self.body is not None:
            refusals.insert(0, ApiErrorCode.BAD_PARAMETER)
        return tuple(refusals)
