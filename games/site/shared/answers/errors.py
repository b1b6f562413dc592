"""Errors of the API. All have the same JSON shape."""

from enum import StrEnum

import msgspec
from msgspec import UNSET

from games.site.shared.answers.types import ErrorBody, Problem


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
        """The HTTP status of the answer."""
        return STATUS[self.code]

    @property
    def body(self) -> ErrorBody:
        """The answer."""
        return ErrorBody(Problem(self.code.value, self.message, self.free or UNSET))


def busy() -> bytes:
    """Return the JSON for programs whose requests find no place in the queue of pages."""
    error = ApiError(ApiErrorCode.BUSY, "The server is busy. Please try again in a moment.")
    return msgspec.json.encode(error.body)
