"""The same form twice at the same instant, and after the first has changed session and token."""

import re
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from games.models import Room, SentForm, Session, User
from games.platform.clock import utc_now
from games.site.shared.pages import sent_forms
from games.site.shared.pages.out_of_date import SECRET
from games.site.shared.pages.sent_forms import Once, Replay, forget_old
from tests.fixtures import As
from tests.site.shared.pages.forms_on_pages import forms_of
from tests.support.people import PASSWORD, registered
from tests.system.addresses.every_address import FORMS

RIGHT = {"name": "Alice", "password": PASSWORD}


def form_of(client: Client, address: str, **typed: Any) -> dict[str, Any]:
    """What the form of this address sends from a page that the browser shows now."""
    found = forms_of(client.get(address).content.decode(), address)
    (form,) = [form for form in found if form.action == address]
    return {**form.fields, **typed}


def at_once(client: Client, address: str, form: dict[str, Any]) -> list[Any]:
    """Send it twice at the same instant, as a browser would that waits for no answer."""
    start = threading.Barrier(2)
    answers: list[Any] = []

    def send() -> None:
        other = Client(enforce_csrf_checks=True)
        other.cookies.load({name: morsel.value for name, morsel in client.cookies.items()})
        start.wait()
        try:
            answers.append((other.post(address, form), other.cookies["sessionid"].value))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "typed", "count"),
    [
        ("/sign-up/", FORMS["sign-up"], User.objects.count),
        ("/new/", FORMS["new-room"], Room.objects.count),
        ("/new/", FORMS["new-room"], User.objects.count),
        ("/device/", FORMS["device"], Room.objects.count),
    ],
)
def test_it_happens_once(address: str, typed: Any, count: Callable[[], int]) -> None:
    client = Client(enforce_csrf_checks=True)
    form = form_of(client, address, **typed)
    before = count()
    (one, session), (other, same_session) = at_once(client, address, form)
    assert one.status_code == other.status_code == 302
    assert (one["Location"], session) == (other["Location"], same_session)
    assert Session.objects.count() == 1
    assert count() - before == (3 if (count, address) == (User.objects.count, "/device/") else 1)


@pytest.fixture
def browser(db: None) -> Client:
    return Client(enforce_csrf_checks=True)


def test_a_repetition_with_the_new_session_is_led_to_where_the_first_was(browser: Client) -> None:
    registered("Alice")
    form = form_of(browser, "/sign-in/?next=/rules/", **RIGHT)
    first = browser.post("/sign-in/?next=/rules/", form)
    session = browser.cookies["sessionid"].value
    # Its token is old by now.
    second = browser.post("/sign-in/?next=/rules/", form)
    assert (first.status_code, second.status_code) == (302, 302)
    assert first["Location"] == second["Location"] == "/rules/"
    assert browser.cookies["sessionid"].value == session
    assert not second.cookies


def test_another_browser_gets_nothing_of_it(browser: Client) -> None:
    form = form_of(browser, "/sign-up/", **FORMS["sign-up"])
    assert browser.post("/sign-up/", form).status_code == 302
    # As if another site had sent the form: there is no cookie that fits, or an other one.
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post("/sign-up/", form)
    assert answer.status_code == 403
    assert not answer.cookies.get("sessionid")
    stranger.get("/sign-up/")
    assert stranger.post("/sign-up/", form).status_code == 403


def test_another_page_or_another_text_is_another_form(browser: Client) -> None:
    client = Client(enforce_csrf_checks=True)
    form = form_of(client, "/new/", **FORMS["new-room"])
    client.post("/new/", form)
    for _ in range(2):
        form = form_of(client, "/new/", variant="yacht", who="friends")
        client.post("/new/", form)
    client.post("/new/", {**form, "variant": "yatzy"})
    assert Room.objects.count() == 4


def test_after_a_while_it_is_a_new_form(browser: Client) -> None:
    form = form_of(browser, "/new/", **FORMS["new-room"])
    browser.post("/new/", form)
    form = form_of(browser, "/new/", variant="yacht", who="friends")
    browser.post("/new/", form)
    SentForm.objects.update(at=utc_now() - sent_forms.KEPT - timedelta(seconds=1))
    browser.post("/new/", form)
    assert Room.objects.count() == 3
    forget_old()
    assert SentForm.objects.count() == 2
    SentForm.objects.update(at=utc_now() - timedelta(minutes=1))
    forget_old()
    assert SentForm.objects.count() == 0


def test_it_only_reads_while_it_waits(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # SQLite has one lock for all that write, and games need it.
    form = form_of(browser, "/new/", **FORMS["new-room"])
    browser.post("/new/", form)
    SentForm.objects.update(answer=None, at=utc_now())
    (row,) = SentForm.objects.all()
    looks = iter(range(9))

    def sleep(_: float) -> None:
        if next(looks, None) is None:  # as if its process had died
            SentForm.objects.update(at=utc_now() - sent_forms.WORKING - timedelta(seconds=1))

    monkeypatch.setattr("games.site.shared.pages.sent_forms.time.sleep", sleep)
    with CaptureQueriesContext(connection) as queries:
        assert sent_forms._claim(row.key) is None
    written = [each["sql"] for each in queries if each["sql"].startswith(("INSERT", "DELETE"))]
    assert [sql.split()[0] for sql in written] == ["INSERT", "DELETE", "INSERT"]


def posted(**headers: str) -> HttpRequest:
    return RequestFactory().post("/x/", {"csrfmiddlewaretoken": "t" * 64}, headers=headers)


def answers(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Let both middlewares answer, around a view that gives this answer."""

    def view(request: HttpRequest) -> HttpResponse:
        request.session = Session()  # type: ignore[assignment]
        found = Once(lambda _: answer).process_view(request, None, (), {})
        return answer if found is None else found  # type: ignore[return-value]

    return Replay(view)(request)  # type: ignore[return-value]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_failed_may_be_tried_again(db: None, status: int) -> None:
    assert answers(posted(), HttpResponse("no", status=status)).status_code == status
    assert answers(posted(), HttpResponse("yes")).content == b"yes"
    assert answers(posted(), HttpResponse("again")).content == b"yes"


def test_a_form_whose_process_died_is_done_by_the_next(db: None) -> None:
    assert Once(lambda _: HttpResponse()).process_view(posted(), None, (), {}) is None
    SentForm.objects.update(at=utc_now() - sent_forms.WORKING - timedelta(seconds=1))
    assert answers(posted(), HttpResponse("done")).content == b"done"


@pytest.mark.parametrize(
    "headers", [{"Accept": "application/json"}, {"Sec-Fetch-Mode": "cors"}], ids=str
)
def test_scripts_may_send_the_same_again(db: None, headers: dict[str, str]) -> None:
    assert answers(posted(**headers), HttpResponse("1")).content == b"1"
    assert answers(posted(**headers), HttpResponse("2")).content == b"2"


def test_nothing_that_was_typed_or_answered_is_stored_in_plain_text(browser: Client) -> None:
    browser.post("/sign-up/", form_of(browser, "/sign-up/", **FORMS["sign-up"]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM games_sentform")
        (row,) = cursor.fetchall()
    stored = b"".join(bytes(each) for each in row if isinstance(each, bytes | memoryview))
    assert len(stored) > 100
    for secret in (browser.cookies["sessionid"].value, "Newcomer", PASSWORD):
        assert secret.encode() not in stored
        assert secret not in str(row)


def test_two_tabs_that_know_nothing_of_each_other_make_one_account(browser: Client) -> None:
    other = Client(enforce_csrf_checks=True)
    forms = [form_of(each, "/sign-up/", **FORMS["sign-up"]) for each in (browser, other)]
    assert browser.post("/sign-up/", forms[0]).status_code == 302
    answer = other.post("/sign-up/", forms[1])
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert User.objects.filter(name="Newcomer").count() == 1
    assert other.get("/sign-in/").status_code == 302


@pytest.mark.parametrize("late", [True, False])
def test_nobody_else_enters_by_signing_up(browser: Client, late: bool) -> None:
    account = registered("Newcomer")
    wrong = {**FORMS["sign-up"], "password": "another long one 1"}
    if late:
        wrong["password"] = PASSWORD
        long_ago = utc_now() - timedelta(minutes=2)
        User.objects.filter(pk=account.pk).update(date_joined=long_ago)
    answer = browser.post("/sign-up/", form_of(browser, "/sign-up/", **wrong))
    assert answer.status_code == 422
    assert "sessionid" not in answer.cookies


@pytest.mark.registered
def test_the_old_page_of_another_person_sends_nothing(signed_in: As, alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    old = form_of(browser, "/sign-up/", name="Bob", password=PASSWORD)
    browser.post("/sign-in/", form_of(browser, "/sign-in/", **RIGHT))
    answer = browser.post("/sign-up/", old)
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()
    assert not User.objects.filter(name="Bob").exists()
    again = browser.post("/sign-up/", {**old, "name": "alice"})
    assert (again.status_code, again["Location"]) == (302, "/")


OURS = {"Origin": "http://testserver"}


@pytest.mark.parametrize(
    ("headers", "typed", "is_kept"),
    [
        (OURS, {"name": "Ours & theirs"}, True),
        ({}, {"name": "Ours"}, False),
        ({"Origin": "http://evil.example"}, {"name": "Ours"}, False),
        ({"Origin": "null"}, {"name": "Ours"}, False),
        (OURS, {"name": "Ours", "password": "very secret"}, False),
        (OURS, {"name": "Ours", "new_password": "very secret"}, False),
        (OURS, {"name": "Ours", "current": "very secret"}, False),
    ],
)
def test_an_old_page_keeps_what_was_typed_unless_it_is_secret_or_of_another_site(
    browser: Client, headers: dict[str, str], typed: dict[str, str], is_kept: bool
) -> None:
    browser.get("/sign-in/")
    answer = browser.post(
        "/rules/x/generala/keep/", {**typed, "csrfmiddlewaretoken": "x" * 64}, headers=headers
    )
    text = answer.content.decode()
    assert answer.status_code == 403
    assert ('<button class="button">Send it now</button>' in text) is is_kept
    assert ('value="Ours' in text) is is_kept
    assert "very secret" not in text


MARKED = re.compile(r"sensitive_post_parameters\(([^)]*)\)")


def test_it_knows_every_field_that_a_view_calls_secret() -> None:
    games = Path(settings.BASE_DIR, "games")
    found = {
        name
        for path in games.rglob("*.py")
        for arguments in MARKED.findall(path.read_text())
        for name in re.findall(r'"(\w+)"', arguments)
    }
    assert len(found) >= 5
    assert found <= SECRET
