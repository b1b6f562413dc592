"""What is refused says why, in one shape, and keeps what was typed."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import patch

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from pytest_django.fixtures import Settings

from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import InvalidDice
from games.models import Game, Seat, User
from games.people.accounts.names import NameRefused
from games.people.accounts.site_rules import set_slow_mode
from games.platform.clock import utc_now
from games.platform.limits import rates
from games.platform.limits.rates import LimitedError
from games.site.shared.pages.refusals import REFUSALS, Refusals, answer_of, answers_json, show_in
from games.tables.rooms import local_seats

INVITATION = "New players need an invitation: the link to a friend&#x27;s table."
STATUSES: list[tuple[Exception, int, str]] = [
    (LimitedError(90.0), 429, "rate_limited"),
    (NameRefused("closed", "This site is for accounts only."), 403, "closed"),
    (NameRefused("taken", "This name is taken."), 422, "taken"),
    (Refused(ErrorCode.FORBIDDEN, "No."), 403, "forbidden"),
    (Refused(ErrorCode.SIGN_IN_FIRST, "No."), 403, "sign_in_first"),
    (Refused(ErrorCode.NOT_FOUND, "No."), 404, "not_found"),
    (Refused(ErrorCode.STALE, "No."), 409, "stale"),
    (Refused(ErrorCode.ROOM_FULL, "No."), 409, "room_full"),
    (Refused(ErrorCode.BAD_MESSAGE, "No."), 422, "bad_message"),
    (Refused(ErrorCode.RATE_LIMITED, "No."), 429, "rate_limited"),
    (Refused(ErrorCode.BUSY, "No."), 503, "busy"),
]


@pytest.mark.parametrize(("refused", "status", "code"), STATUSES)
def test_it_answers_each_refusal_with_one_status(
    refused: Exception, status: int, code: str
) -> None:
    assert isinstance(refused, REFUSALS)
    assert answer_of(refused)[:2] == (status, code)


@pytest.fixture(params=["view", "everything"])
def outage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is away: for the page's own rows, or for who asks, too."""

    def fail(*arguments: object, **options: object) -> None:
        raise OperationalError("away") from sqlite3.OperationalError("away")

    monkeypatch.setattr("games.site.shared.pages.refusals.is_outage", is_away)
    monkeypatch.setattr("games.site.front.home.views.read_for_home", fail)
    if request.param == "everything":
        monkeypatch.setattr("games.site.shared.pages.refusals.page", fail)


def is_away(error: BaseException) -> bool:
    return isinstance(error, OperationalError)


@pytest.mark.usefixtures("outage")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_without_a_database_asks_to_come_back(outsider: Client, language: str) -> None:
    outsider.cookies["language"] = language
    answer = outsider.get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert answer["Cache-Control"] == "no-store"
    assert f'<html lang="{language}"' in answer.content.decode()


@pytest.mark.usefixtures("outage")
def test_a_script_without_a_database_is_told_so(outsider: Client) -> None:
    answer = outsider.get("/", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")


@contextmanager
def limited() -> Iterator[None]:
    with patch.object(rates, "take", side_effect=LimitedError(90.0)):
        yield


def test_a_page_says_it_and_keeps_what_was_typed(outsider: Client) -> None:
    with limited():
        answer = outsider.post("/rules/x/generala/keep/", {"name": "Ours <3", "more": ["a", "b"]})
    assert (answer.status_code, answer["Retry-After"]) == (429, "91")
    text = answer.content.decode()
    assert "Too many attempts. Please wait 2 minutes." in text
    assert 'action="/rules/x/generala/keep/"' in text
    assert '<input type="hidden" name="name" value="Ours &lt;3">' in text
    assert text.count('name="more"') == 2
    assert outsider.post("/rules/x/generala/keep/", {"name": "Ours <3"}).status_code == 302


@pytest.mark.parametrize("is_secret", [True, False])
def test_it_repeats_no_password(db: None, is_secret: bool) -> None:
    request = RequestFactory().post("/anything/", {"password": "very secret"})
    request.user = AnonymousUser()
    request.resolver_match = None
    if is_secret:
        request.sensitive_post_parameters = ("password",)  # type: ignore[attr-defined]
    answer = Refusals(lambda _: HttpResponse()).process_exception(request, LimitedError(90.0))
    assert answer is not None
    assert ("very secret" in answer.content.decode()) is not is_secret


def test_it_leaves_other_errors_to_django() -> None:
    refusals = Refusals(lambda _: HttpResponse())
    for bug in (KeyError("a bug"), InvalidDice("five dice, please")):
        assert refusals.process_exception(RequestFactory().get("/"), bug) is None


def test_a_program_gets_json(outsider: Client) -> None:
    with limited():
        answers = [
            outsider.post("/guest/"),
            outsider.post("/puzzles/next", {"variant": "yacht"}),
            outsider.post("/first-game/", headers={"Accept": "application/json"}),
        ]
    error = {"code": "rate_limited", "message": "Too many attempts. Please wait 2 minutes."}
    assert [answer.json() for answer in answers] == [{"error": error}] * 3
    assert {answer.status_code for answer in answers} == {429}


def test_a_decorator_marks_views_for_programs() -> None:
    @answers_json
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert view.answers_json  # type: ignore[attr-defined]
    assert view(RequestFactory().get("/")).status_code == 200
    assert resolve("/settings/save").func.answers_json  # type: ignore[attr-defined]


class NameForm(forms.Form):
    name = forms.CharField()


def test_a_form_shows_a_refused_name_beside_it() -> None:
    form = NameForm({"name": "Alice"})
    assert show_in(form, NameRefused("taken", "This name is taken.")) == 422
    assert form.errors == {"name": ["This name is taken."]}
    form = NameForm({"name": "Alice"})
    assert show_in(form, LimitedError(1.0)) == 429
    assert list(form.errors) == ["__all__"]


CLOSED = ("/first-game/", "/daily/yacht/play", "/rules/x/generala/keep/")


@pytest.mark.parametrize("path", CLOSED)
@pytest.mark.parametrize("way", ["INVITE_ONLY", "GUESTS", "slow mode"])
def test_a_closed_site_says_so(outsider: Client, settings: Settings, path: str, way: str) -> None:
    if way == "slow mode":
        set_slow_mode(utc_now() + timedelta(hours=1))
    else:
        setattr(settings, way, way != "GUESTS")
    answer = outsider.post(path)
    assert answer.status_code == 403
    text = answer.content.decode()
    assert ("This site is for accounts only." if way == "GUESTS" else INVITATION) in text
    assert 'href="/sign-in/"' in text
    assert not User.objects.filter(is_bot=False).exists()
    assert not Game.objects.exists()


@pytest.mark.registered
@pytest.mark.parametrize("slow", [True, False])
def test_a_link_to_a_seat_invites(
    outsider: Client, alice: User, settings: Settings, slow: bool
) -> None:
    settings.INVITE_ONLY = not slow
    if slow:
        set_slow_mode(utc_now() + timedelta(hours=1))
    path, seat = offered(alice)
    assert outsider.get(path).status_code == 200
    assert outsider.post(path).status_code == 302
    seat.refresh_from_db()
    assert seat.operator is not None
    assert seat.operator != alice


@pytest.mark.registered
def test_it_invites_to_an_account_too(outsider: Client, alice: User, settings: Settings) -> None:
    settings.INVITE_ONLY = True
    path, _ = offered(alice)
    answer = outsider.post(
        "/guest/", {"name": "Dora"}, headers={"Referer": f"http://testserver{path}"}
    )
    assert answer.status_code == 200


def test_a_guest_invites_nobody(outsider: Client, alice: User, settings: Settings) -> None:
    settings.INVITE_ONLY = True
    path, seat = offered(alice)
    answer = outsider.post(path)
    assert answer.status_code == 403
    assert INVITATION in answer.content.decode()
    seat.refresh_from_db()
    assert seat.operator == alice


def offered(host: User) -> tuple[str, Seat]:
    """A seat on the host's device, and the address of the link to it."""
    room = local_seats.open_table(host, "yacht", {}, ["Charlie"])
    seat = Seat.objects.exclude(operator=None).get(room=room)
    word, _ = local_seats.offer(room.pk, host.pk, seat.number)
    return f"/r/{room.code}/seat/{word}/", seat
