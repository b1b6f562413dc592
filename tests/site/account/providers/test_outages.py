"""A provider that is away: what people see, and what the log says."""

import logging
import socket
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import User
from games.site.account.providers import outages
from tests.fixtures import As
from tests.site.account.providers.school import School, address_of, agree, sign_in, sign_up
from tests.site.shared.pages.forms_on_pages import forms_of
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

WANTED = "/rules/yatzy/"


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Call it for what the log says of providers since the last call, with its level."""
    caplog.set_level(logging.INFO)

    def read() -> list[str]:
        names = ("games.site.account.providers", "django.request")
        found = [each for each in caplog.records if each.name.startswith(names)]
        caplog.clear()
        return [f"{each.levelname} {each.getMessage()}" for each in found]

    return read


def go_away(school: School, settings: Settings) -> None:
    """Let the provider have the address of a closed port."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    settings.OIDC = {"school": school.settings(ISSUER=f"http://127.0.0.1:{port}")}


@pytest.fixture
def dora(school: School, client: Client) -> Client:
    """The browser of somebody who signs in with the provider alone."""
    sign_up(client, "d1", "Dora")
    return client


def start(browser: Client, purpose: str) -> Any:
    return browser.post(f"/sign-in/with/school/{purpose}", {"next": WANTED})


def test_a_visitor_keeps_where_they_were_going(
    school: School, settings: Settings, client: Client
) -> None:
    go_away(school, settings)
    page = start(client, "")
    assert page.status_code == 503
    (again,) = (
        each for each in forms_of(page.content.decode(), "/") if "/with/school/" in each.action
    )
    assert again.fields["next"] == [WANTED]
    assert "/sign-in/?next=/rules/yatzy/" in page.content.decode(), "the other ways lead there, too"
    settings.OIDC = {"school": school.settings()}
    outages.forget()
    back = client.get(agree(address_of(client.post(again.action, again.fields)), "e1"))
    assert back["Location"] == "/sign-up/name/"
    assert client.post("/sign-up/name/", {"name": "Emil", "email": ""})["Location"] == WANTED


def test_somebody_who_signs_in_again_keeps_it_too(
    school: School, settings: Settings, dora: Client
) -> None:
    back = agree(address_of(start(dora, "again/")), "d1")
    go_away(school, settings)
    page: Any = dora.get(back)
    assert page.status_code in (422, 503)
    page = start(dora, "again/")
    assert page.status_code == 503
    assert f"/sign-in/again/?next={WANTED}" in page.content.decode()
    assert dora.get("/games/").status_code == 200, "they play on"


def test_somebody_who_links_goes_back_to_the_settings(
    school: School, settings: Settings, signed_in: As, alice: User
) -> None:

    browser = signed_in(alice)
    go_away(school, settings)
    page = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    assert page.status_code == 503
    assert 'href="/settings/providers/"' in page.content.decode()


def test_the_log_has_one_warning_and_no_error(
    school: School, settings: Settings, log: Callable[[], list[str]], clock: FakeClock
) -> None:
    log()
    go_away(school, settings)
    for _ in range(5):
        assert start(Client(), "").status_code == 503
        clock.advance(outages.REST_S + 1)
    (line,) = log()
    assert line.startswith("WARNING Signing in with school fails: ConnectionError: ")
    clock.advance(outages.TOLD_EVERY_S)
    start(Client(), "")
    (line,) = log()
    assert line.endswith(" (4 more since the last line)")


def test_the_log_says_when_it_is_back(
    school: School, settings: Settings, log: Callable[[], list[str]], clock: FakeClock
) -> None:
    go_away(school, settings)
    start(Client(), "")
    settings.OIDC = {"school": school.settings()}
    clock.advance(outages.REST_S + 1)
    log()
    for _ in range(2):
        assert sign_in(Client(), "d1").status_code == 302
    assert log() == ["WARNING Signing in with school works again."]


def test_an_answer_that_one_person_can_cause_lets_nobody_else_wait(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as claims of theirs that are longer than any answer may be."""
    school.person("d1", nickname="Dora", about="x" * 300_000)
    assert sign_in(client, "d1").status_code == 503
    assert sign_in(Client(), "e1")["Location"] == "/sign-up/name/"
