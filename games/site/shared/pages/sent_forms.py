"""A form that is sent twice gets the answer of the first: the same redirect, the same session.

Two clicks, or a browser that repeats a request, send the same fields from the same rendering of a
page: Django masks the CSRF token of each rendering differently. So a form is known by its address,
its token and its fields, for a short time, in the database that all processes share. The
second request waits for the answer to the first.

The answer may hold a session cookie. It is only given after the CSRF check, to a browser that holds
the secret of the form's token, and stored encrypted.
"""

import hashlib
import json
import time
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from games.platform.clock import utc_now
from games.platform.encryption.keys import keyring
from games.site.shared.pages.models import SentForm

FIELD = "csrfmiddlewaretoken"
KEPT = timedelta(seconds=10)
"""How long after its answer the same form is a repetition."""
WORKING = timedelta(seconds=15)
"""How long a view may take; afterwards its process counts as dead, and the repetition is done."""
LOOK_S = 0.03
TRY_LATER = {429, 503}
"""Statuses of answers that the next try may not get."""


class Repeated(NamedTuple):
    """What the same form was answered, and the session after that."""

    answer: HttpResponse
    session: str | None


class Replay:
    """The outer middleware: keeps whole answers, with cookies and policies, and repeats them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the first answer to the form, else the answer of the view."""
        response = self.get_response(request)
        repeated: HttpResponse | None = getattr(request, "first_answer", None)
        if repeated is not None:
            return repeated
        _keep(request, response)
        return response


class Once:
    """The inner middleware, after the CSRF check: recognises what is sent twice."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, names: Any
    ) -> HttpResponseBase | None:
        """Answer instead of the view if the form was sent before."""
        key = _key_of(request)
        if key is None:
            return None
        repeated = _claim(key)
        if repeated is None:
            request.sent_form = key  # type: ignore[attr-defined]
            return None
        return give(request, repeated.answer)


def give(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Let `Replay` answer the request with this."""
    request.first_answer = answer  # type: ignore[attr-defined]
    return HttpResponse()


def answered_before(request: HttpRequest) -> HttpResponse | None:
    """Return what the same form was answered if that began or kept the session of this request,
    without its cookies. For a request whose CSRF token is that of the page before the session: the
    browser has taken the answer, and shows the next one.
    """
    key = _key_of(request)
    row = None if key is None else SentForm.objects.filter(key=key).first()
    if row is None or row.answer is None or row.at < utc_now() - KEPT:
        return None
    repeated = _opened(row)
    if repeated.session is None or repeated.session != request.session.session_key:
        return None
    repeated.answer.cookies.clear()
    return repeated.answer


def forget_old() -> None:
    SentForm.objects.filter(at__lt=utc_now() - KEPT - WORKING).delete()


def _key_of(request: HttpRequest) -> str | None:
    """Return what tells a form from others; None for what is no form of a page. Scripts say so, and
    guard themselves: they send one token many times.
    """
    is_script = request.headers.get(
        "Sec-Fetch-Mode", "navigate"
    ) != "navigate" or "application/json" in request.headers.get("Accept", "")
    if request.method != "POST" or is_script or FIELD not in request.POST or request.FILES:
        return None
    sent = [request.get_full_path(), sorted((name, texts) for name, texts in request.POST.lists())]
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()


def _claim(key: str) -> Repeated | None:
    """Return the answer to the same form; None if it is for this request to answer it."""
    while not _begin(key):
        row = _answered(key)
        if row is not None:
            return _opened(row)
    return None


def _begin(key: str) -> bool:
    """Note that a form is being answered. Return False if another request has noted it before."""
    try:
        with transaction.atomic():
            SentForm.objects.create(key=key, at=utc_now())
    except IntegrityError:
        return False
    return True


def _answered(key: str) -> SentForm | None:
    """Wait for the answer to the same form. Return None if there is none, or it is too old.

    It only reads meanwhile: SQLite has one lock for all that write.
    """
    while (row := SentForm.objects.filter(key=key).first()) is not None:
        kept = WORKING if row.answer is None else KEPT
        if row.at < utc_now() - kept:
            SentForm.objects.filter(pk=row.pk, at=row.at).delete()
            return None
        if row.answer is not None:
            return row
        time.sleep(LOOK_S)
    return None


def _keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Keep the answer for repetitions, if there may be some."""
    key: str | None = getattr(request, "sent_form", None)
    if key is None:
        return
    is_final = response.status_code < 500 and response.status_code not in TRY_LATER
    if not is_final or not isinstance(response, HttpResponse):
        _forget(request)
        return
    answer = {
        "status": response.status_code,
        "headers": list(response.headers.items()),
        "cookies": [
            (each.key, each.value, each.coded_value, dict(each))
            for each in response.cookies.values()
        ],
        # Latin-1 has a character for each byte, so JSON can hold any body.
        "body": response.content.decode("latin1"),
        "session": request.session.session_key,
    }
    text = zlib.compress(json.dumps(answer).encode())
    # The cookies may sign somebody in.
    sealed = keyring().encrypt(text, key.encode())
    SentForm.objects.filter(key=key).update(answer=sealed, at=utc_now())


def _forget(request: HttpRequest) -> None:
    key = getattr(request, "sent_form", None)
    if key is not None:
        SentForm.objects.filter(key=key).delete()


def _opened(row: SentForm) -> Repeated:
    assert row.answer is not None
    text = zlib.decompress(keyring().decrypt(bytes(row.answer), row.key.encode()))
    kept = json.loads(text)
    answer = HttpResponse(kept["body"].encode("latin1"), status=kept["status"])
    answer.headers = type(answer.headers)(dict(kept["headers"]))
    for name, value, coded, attributes in kept["cookies"]:
        answer.cookies[name] = value
        answer.cookies[name].set(name, value, coded)
        answer.cookies[name].update({key: each for key, each in attributes.items() if each != ""})
    return Repeated(answer, kept["session"])
