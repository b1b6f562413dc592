"""What the site answers when it refuses something: the one place for pages, forms and programs.

A view lets a refusal or a reached limit through. Only a view with a form catches REFUSALS, to show
the form again with what was typed.
"""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language

from games.core.protocol.errors import TRY_AGAIN, ErrorCode, Refused
from games.people.accounts.names import NameRefused
from games.platform.database.outages import is_outage
from games.platform.language import ENGLISH, translated
from games.platform.limits.page_limit import busy_page
from games.platform.limits.rates import LimitedError
from games.site.shared.pages.shortcuts import page

logger = logging.getLogger(__name__)

REFUSALS = (NameRefused, Refused, LimitedError)
"""What is told to people as it is. Errors of the rules and of options are not among them: a view
that does not expect one has a mistake.
"""
CLOSED = "closed"
"""The code of what the operator does not allow on this site."""
STATUS: dict[str, int] = {
    CLOSED: 403,
    ErrorCode.FORBIDDEN: 403,
    ErrorCode.SIGN_IN_FIRST: 403,
    ErrorCode.NOT_SEATED: 403,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.BAD_MESSAGE: 422,
    ErrorCode.RATE_LIMITED: 429,
    ErrorCode.BUSY: 503,
}
"""HTTP statuses by code. Another refusal of a table or game is about its moment: 409. Other words
of a name are for the person to change: 422.
"""
LATER = {429, 503}
"""Statuses of what may be sent once more, as it was."""
MOST_FIELDS = 50
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class Answer(NamedTuple):
    """What a refusal tells: the HTTP status, a word for programs, words for people, the seconds to
    wait, or None, and a free name instead of the one that is taken, or None.
    """

    status: int
    code: str
    message: str
    wait: int | None = None
    free: str | None = None


class RefusedName(ValidationError):
    """A field's name is refused. `free`: a free name like it, or None."""

    def __init__(self, refused: NameRefused) -> None:
        super().__init__(translated(refused), refused.code)
        self.free = refused.free


def answer_of(refused: Exception) -> Answer:
    """Return what to tell about one of REFUSALS, in the current language."""
    if isinstance(refused, LimitedError):
        seconds = int(refused.wait) + 1
        return Answer(429, ErrorCode.RATE_LIMITED.value, refused.message, seconds)
    assert isinstance(refused, NameRefused | Refused)
    usual = 409 if refused.code in set(ErrorCode) else 422
    status = STATUS.get(refused.code, usual)
    wait = 1 if status == 503 else None
    return Answer(status, str(refused.code), translated(refused), wait, refused.free)


def show_in(form: forms.Form, refused: Exception) -> int:
    """Add one of REFUSALS to the form, at the name if that is refused, and return the status of the
    page that shows the form again: 422, or 429 for a limit.
    """
    answer = answer_of(refused)
    if isinstance(refused, NameRefused) and refused.code != CLOSED and "name" in form.fields:
        form.add_error("name", RefusedName(refused))
    else:
        form.add_error(None, answer.message)
    return 429 if answer.status == 429 else 422


def answers_json(view: View) -> View:
    """Decorate a view whose refusals are JSON, too: {"error": {"code", "message"}}, and "free" with
    a free name if one is taken.
    """
    view.answers_json = True  # type: ignore[attr-defined]
    return view


class Refusals:
    """Middleware that answers what views refuse: with a page, or with JSON to scripts. A database
    that is away, or has no connection left, is a reason to come back in a moment.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer one of REFUSALS, or an outage; leave everything else to Django."""
        if is_outage(error):
            logger.warning("%s has to wait for the database: %s", request.path, error)
            return explained(_respond(request, Refused(ErrorCode.BUSY, TRY_AGAIN)))
        return _respond(request, error) if isinstance(error, REFUSALS) else None


def explained(response: HttpResponse) -> HttpResponse:
    """Return a response of which the log has what an operator needs: Django would add an error."""
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _respond(request: HttpRequest, refused: Exception) -> HttpResponse:
    answer = answer_of(refused)
    response = as_json(answer) if wants_json(request) else _page(request, answer)
    if answer.wait is not None:
        response["Retry-After"] = str(answer.wait)
    response["Cache-Control"] = "no-store"
    return response


def wants_json(request: HttpRequest) -> bool:
    view: Any = request.resolver_match.func if request.resolver_match else None
    accepted = request.headers.get("Accept", "")
    return getattr(view, "answers_json", False) or "application/json" in accepted


def as_json(answer: Answer) -> HttpResponse:
    """Return an answer for scripts: see `answers_json`."""
    return JsonResponse({"error": error_of(answer)}, status=answer.status)


def error_of(answer: Answer) -> dict[str, str]:
    free = {} if answer.free is None else {"free": answer.free}
    return {"code": answer.code, "message": answer.message, **free}


def _page(request: HttpRequest, answer: Answer) -> HttpResponse:
    context: dict[str, Any] = {"message": answer.message, "later": answer.status in LATER}
    if context["later"]:
        context["again"] = fields_to_send(request)
    context["is_closed"] = answer.code == CLOSED
    try:
        return page(request, "shared/refused.html", answer.status, **context)
    except DatabaseError:
        # The page says who is signed in, and the database does not tell that either.
        return HttpResponse(busy_page(get_language() or ENGLISH), status=answer.status)


def fields_to_send(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields of a form that may be sent once more; None if it holds something secret."""
    secret = getattr(request, "sensitive_post_parameters", ())
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    if request.method != "POST" or secret or request.FILES or len(names) > MOST_FIELDS:
        return None
    return [(name, value) for name in names for value in request.POST.getlist(name)]
