"""POST /guest/: from a name to a seat at the table."""

import re

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import User
from tests.fixtures import As

pytestmark = pytest.mark.registered


def test_it_makes_a_guest_and_a_session(outsider: Client) -> None:
    answer = outsider.post("/guest/", {"name": " Gus\u200b "})
    player = User.objects.get()
    assert answer.json() == {"player": player.pk, "name": "Gus"}
    assert player.is_guest
    assert not player.has_usable_password()
    assert outsider.session["_auth_user_id"] == str(player.pk)


def test_it_lets_two_guests_have_the_same_name(db: None) -> None:
    ids = {Client().post("/guest/", {"name": "Gus"}).json()["player"] for _ in range(2)}
    assert len(ids) == 2


def test_it_needs_no_name(outsider: Client, db: None) -> None:
    name = outsider.post("/guest/").json()["name"]
    assert re.fullmatch(r"Guest \d{4}", name)


def test_it_refuses_a_bad_name(outsider: Client) -> None:
    answer = outsider.post("/guest/", {"name": "x" * 21})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "too_long"
    assert answer.json()["error"]["message"]
    assert not User.objects.exists()


def test_it_renames_a_guest_who_comes_again(guest: User, signed_in: As) -> None:
    answer = signed_in(guest).post("/guest/", {"name": "Gustav"})
    assert answer.json() == {"player": guest.pk, "name": "Gustav"}
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest) == ("Gustav", True)


def test_it_leaves_an_account_as_it_is(alice: User, signed_in: As) -> None:
    answer = signed_in(alice).post("/guest/", {"name": "Mallory"})
    assert answer.json() == {"player": alice.pk, "name": "Alice"}
    assert User.objects.count() == 1


def test_it_refuses_a_post_without_the_csrf_token(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/guest/", {"name": "Gus"}).status_code == 403
    assert not User.objects.exists()


def test_it_rejects_get(outsider: Client) -> None:
    assert outsider.get("/guest/").status_code == 405


def test_it_limits_the_guests_of_one_address(outsider: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "guest": (2, 3600)}
    answers = [Client().post("/guest/", {"name": "Gus"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["error"]["code"] == "rate_limited"
    elsewhere = outsider.post("/guest/", {"name": "Gus"}, REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 200
