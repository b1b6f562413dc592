"""Reads forms once, as UTF-8, before anything else, because Django fails on some malformed ones.

Django reads a form when a view or the CSRF check asks for it. If that view is for an error page
(such as 404), it is too late to answer a malformed form with 400.
"""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase

API_PATH = "/api/"
"""The API reads bodies itself and takes no forms. Other code that asks for one gets an empty form.
"""

ASGIApp = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class NoCharset:
    """ASGI middleware that removes the charset from content types.

    Browsers name none, because they send forms in the page's charset. Django refuses forms with
    another charset, reads them again for the error page, and fails. Some names that it accepts,
    such as "hex", are not even charsets.
    """

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = [
            (name, without_charset(value) if name == b"content-type" else value)
            for name, value in scope["headers"]
        ]
        await self.inner({**scope, "headers": headers}, receive, send)


def without_charset(value: bytes) -> bytes:
    """Return the value of a Content-Type header without its parameters, except the boundary."""
    type_, *parameters = value.split(b";")
    kept = [each for each in parameters if each.strip().lower().startswith(b"boundary=")]
    return b";".join([type_, *kept])


def without_nul(form: QueryDict) -> QueryDict:
    """Return the form without NUL in its texts."""
    if not any("\0" in text for _, texts in form.lists() for text in texts):
        return form
    cleaned = form.copy()
    for name, texts in form.lists():
        cleaned.setlist(name, [text.replace("\0", "") for text in texts])
    return cleaned


class ParseForm:
    """Middleware that parses the form of a request, so that a malformed one is answered with 400 at
    every path. NUL is left out: nobody can type it, and PostgreSQL refuses it in a text.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response. Raises what Django answers with 400."""
        if request.path.startswith(API_PATH):
            request.POST = QueryDict()
        else:
            request.POST = cast("Any", without_nul(request.POST))
        return self.get_response(request)
