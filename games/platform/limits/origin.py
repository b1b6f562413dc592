"""Which internet address the current work is done for: limits far below the page or the socket ask
here, so that no way to them can forget to say who asks.
"""

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.platform.limits.rates import client_address

_ORIGIN: ContextVar[str] = ContextVar("origin", default="")


def origin() -> str:
    """Return the address that limits count, "" if the site works for nobody, as in a job."""
    return _ORIGIN.get()


def work_for(address: str) -> None:
    """Say for which address the current task works, and what it runs in database threads."""
    _ORIGIN.set(address)


class Origin:
    """Middleware: a page is computed for the address that asks for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        before = _ORIGIN.set(client_address(request))
        try:
            return self.get_response(request)
        finally:
            _ORIGIN.reset(before)
