"""Accounts can hide that they are online."""

import pytest
from django.test import Client

from games.models import User
from tests.fixtures import As

pytestmark = pytest.mark.registered


def choose(browser: Client, **sent: str) -> str:
    """Send the form of the account page, and return the page that follows."""
    return browser.post("/account/online/", sent, follow=True).content.decode()


def test_it_hides_and_shows_an_account(alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert 'name="shown" checked' in browser.get("/settings/privacy/").content.decode()
    for sent, listed in (({}, False), ({"shown": "on"}, True)):
        text = choose(browser, **sent)
        alice.refresh_from_db()
        assert alice.listed_online == listed
        assert ('name="shown" checked' in text) == listed


def test_it_has_nothing_to_hide_for_a_guest(guest: User, signed_in: As) -> None:
    browser = signed_in(guest)
    assert 'name="shown"' not in browser.get("/settings/privacy/").content.decode()
    choose(browser)
    guest.refresh_from_db()
    assert guest.listed_online


def test_it_asks_an_outsider_to_sign_in(outsider: Client) -> None:
    assert outsider.post("/account/online/")["Location"].startswith("/sign-in/")
