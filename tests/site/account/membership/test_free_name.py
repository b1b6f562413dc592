"""Somebody whose name is taken gets a free one, one tap away, and loses nothing that they typed."""

import json
import unicodedata
from typing import Any

import pytest
from django.test import Client

from games.models import User
from games.people.accounts.names import NAME_LENGTH, NameRefused, clean_name
from games.people.accounts.players import create_account, create_guest
from tests.fixtures import As
from tests.support.people import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.registered]

NAMES = [
    "Anna",
    "\u4f50\u3005\u6728",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u1ecc\u0300\u1e63un",
    "Ka\u02bbiulani",
    "\u0130pek",
    # As long as a name may be: the number takes the place of whole letters.
    "\u0e01\u0e34\u0e48" * 6 + "\u0e01",
    "\u1ecd\u0301" * 10,
    "\u0915\u094d\u0937" * 6,
    "Zoe " + "\U0001f469\u200d\U0001f680" * 5,
]


def button(name: str, field: str = "name") -> str:
    return f'name="{field}" value="{name}" formnovalidate data-free-name>Use “{name}”</button>'


@pytest.mark.parametrize("name", NAMES)
def test_the_free_name_is_a_name_of_whole_letters_that_nobody_has(name: str) -> None:
    shown = create_account(name, "x").name
    with pytest.raises(NameRefused) as refused:
        create_guest(name)
    free = refused.value.free
    assert free is not None
    start = free.removesuffix(" 2")
    assert len(free) <= NAME_LENGTH
    assert free != start
    assert shown.startswith(start)
    after = shown[len(start) : len(start) + 1]
    assert not after or unicodedata.category(after)[0] != "M"
    assert clean_name(free) == free
    assert create_guest(free).name == free


def test_a_script_gets_it_as_a_field(alice: User, client: Client) -> None:
    answer = client.post("/guest/", {"name": "alice"})
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": "taken",
        "message": "This name is taken. How about “alice 2”?",
        "free": "alice 2",
    }
    assert client.post("/guest/", {"name": "alice 2"}).json()["name"] == "alice 2"
    assert "free" not in client.post("/guest/", {"name": "Admin"}).json()["error"]


def test_a_program_gets_it_as_a_field(alice: User, client: Client) -> None:
    body: dict[str, Any] = {"name": "ALICE"}
    answer = client.post("/api/v1/guests", json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["free"] == "ALICE 2"


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/sign-up/", {"password": "another one of theirs", "email": "a@example.com"}),
        ("/new/", {"variant": "yacht"}),
    ],
)
def test_a_visitor_without_scripts_gets_a_button(
    alice: User, client: Client, path: str, more: dict[str, str]
) -> None:
    page = client.post(path, {**more, "name": "Alice"})
    assert page.status_code == 422
    html = page.content.decode()
    assert button("Alice 2") in html
    assert 'value="Alice"' in html
    assert more.get("email", "") in html
    # The button sends both: what stands in the field, and then its own.
    sent = client.post(path, {**more, "name": ["Alice", "Alice 2"]})
    assert sent.status_code == 302
    assert User.objects.latest("pk").name == "Alice 2"


@pytest.mark.parametrize("path", ["/account/keep/", "/account/name/"])
def test_a_guest_gets_a_button(alice: User, signed_in: As, path: str) -> None:
    guest = person("Gus")
    browser = signed_in(guest)
    page = browser.post(path, {"name": "Alice", "password": PASSWORD})
    assert page.status_code == 422
    assert button("Alice 2") in page.content.decode()
    browser.post(path, {"name": ["Alice", "Alice 2"], "password": PASSWORD})
    guest.refresh_from_db()
    assert guest.name == "Alice 2"


def test_other_refusals_have_no_button(client: Client) -> None:
    page = client.post("/sign-up/", {"name": "Admin", "password": PASSWORD})
    assert page.status_code == 422
    assert "data-free-name" not in page.content.decode()


def test_a_table_on_a_device_has_it_in_the_field(alice: User, client: Client) -> None:
    players = {"variant": "yacht", "player": ["Tom", "Alice", "Mia"]}
    page = client.post("/device/", players)
    assert page.status_code == 422
    assert "How about “Alice 2”?" in page.content.decode()
    assert [name for _, name in page.context["form"].typed if name] == ["Tom", "Alice 2", "Mia"]
    # Nobody was signed in by the first try, so that all names are still to be given.
    assert not User.objects.filter(name="Tom").exists()
    answer = client.post("/device/", {**players, "player": ["Tom", "Alice 2", "Mia"]})
    assert answer.status_code == 302
