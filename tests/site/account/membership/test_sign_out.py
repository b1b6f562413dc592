"""Sign out."""

import pytest
from django.test import Client

from games.models import User
from games.site.account.membership.views import sign_in
from games.tables.live.registry import Hubs
from tests.fixtures import As

pytestmark = pytest.mark.registered


def test_it_ends_the_session_of_an_account(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert browser.post("/sign-out/")["Location"] == "/"
    assert "_auth_user_id" not in browser.session


def test_it_does_nothing_on_get_but_ask(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert "<h1>Sign out</h1>" in browser.get("/sign-out/").content.decode()
    assert "_auth_user_id" in browser.session


def test_it_asks_a_guest_before_signing_out(guest: User, signed_in: As) -> None:
    browser = signed_in(guest)
    assert "you lose your seats and games" in browser.post("/sign-out/").content.decode()
    assert "_auth_user_id" in browser.session
    browser.post("/sign-out/", {"sure": "yes"})
    assert "_auth_user_id" not in browser.session


def test_it_sends_an_outsider_home(outsider: Client) -> None:
    assert outsider.get("/sign-out/")["Location"] == "/"


def test_it_needs_the_csrf_token(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.post("/sign-out/").status_code == 403
    assert "_auth_user_id" in browser.session


def test_it_has_the_sockets_of_the_session_closed_at_once(
    alice: User, signed_in: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setattr(sign_in, "tell_hubs", told.append)
    browser = signed_in(alice)
    browser.get("/sign-out/")
    assert told == []
    browser.post("/sign-out/")
    assert told == [Hubs.people_changed]
