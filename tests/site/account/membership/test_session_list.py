"""The list of sessions: browsers, and a button that ends one."""

import re

import pytest
from django.test import Client

from games.models import User
from tests.support.people import PASSWORD

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
END = re.compile(r'name="session" value="(\w+)"')


def browser(agent: str) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    return client


def test_it_names_the_browsers_and_ends_one(alice: User) -> None:
    phone, laptop = browser(PHONE), browser(LAPTOP)
    page = laptop.get("/settings/").content.decode()
    assert "Safari, iPhone" in page
    assert "Firefox, Linux" in page
    (other,) = END.findall(page)
    laptop.post("/account/sessions/end/one/", {"session": other})
    assert phone.get("/games/").status_code == 302
    assert laptop.get("/games/").status_code == 200


def test_nobody_ends_a_session_of_somebody_else(alice: User, bob: User) -> None:
    phone, laptop = browser(PHONE), browser(LAPTOP)
    (other,) = END.findall(laptop.get("/settings/").content.decode())
    stranger = Client()
    stranger.post("/sign-in/", {"name": "Bob", "password": PASSWORD})
    stranger.post("/account/sessions/end/one/", {"session": other})
    assert phone.get("/games/").status_code == 200
