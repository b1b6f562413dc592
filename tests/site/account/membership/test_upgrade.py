"""A guest becomes an account and keeps their games."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from games.models import User
from games.people.accounts.players import create_guest
from games.site.account.membership.upgrade import AlreadyUpgraded, upgrade_guest
from tests.fixtures import As, OpenRoom
from tests.support.people import PASSWORD
from tests.support.played import begin

pytestmark = pytest.mark.registered

FORM = {"name": "Gus", "password": PASSWORD, "email": "guest@example.com"}


def test_it_makes_an_account_of_the_same_row(guest: User, signed_in: As) -> None:
    browser = signed_in(guest)
    assert browser.post("/account/keep/", FORM)["Location"] == "/settings/"
    kept = User.objects.get()
    assert (kept.pk, kept.is_guest, kept.username) == (guest.pk, False, "gus")
    assert kept.email == "guest@example.com"
    assert browser.get("/settings/privacy/").status_code == 200
    assert Client().post("/sign-in/", {"name": "gus", "password": PASSWORD}).status_code == 302


def test_it_keeps_the_seat_in_a_running_game(
    guest: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(guest)
    game = begin(room, guest, bob)
    signed_in(guest).post("/account/keep/", FORM)
    assert room.seats.get(number=0).player == guest
    assert game.scorecards.get(seat=0).player == guest


def test_it_ends_the_guests_sessions_elsewhere(guest: User, signed_in: As) -> None:
    here, elsewhere = signed_in(guest), signed_in(guest)
    here.post("/account/keep/", FORM)
    assert elsewhere.get("/settings/privacy/").status_code == 302


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("name", "alice", "This name is taken."), ("password", "12345", "too short")],
)
def test_it_says_what_is_wrong(
    guest: User, alice: User, signed_in: As, field: str, value: str, words: str
) -> None:
    answer = signed_in(guest).post("/account/keep/", {**FORM, field: value})
    assert answer.status_code == 422
    assert words in str(answer.context["form"].errors[field])
    guest.refresh_from_db()
    assert guest.is_guest


def test_it_proposes_the_guests_name(guest: User, signed_in: As) -> None:
    assert 'value="Gus"' in signed_in(guest).get("/account/keep/").content.decode()


def test_it_sends_an_account_to_its_page(alice: User, signed_in: As) -> None:
    assert signed_in(alice).get("/account/keep/")["Location"] == "/settings/"


def test_it_asks_an_outsider_to_sign_in(outsider: Client) -> None:
    assert outsider.get("/account/keep/")["Location"] == "/sign-in/?next=/account/keep/"


@pytest.mark.django_db(transaction=True)
def test_it_turns_a_guest_only_once() -> None:
    guest = create_guest("Gus")
    outcomes: list[str] = []
    together = threading.Barrier(3)

    def want(name: str) -> None:
        try:
            together.wait()
            upgrade_guest(User.objects.get(pk=guest.pk), name, "x")
            outcomes.append(name)
        except AlreadyUpgraded:
            outcomes.append("too late")
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(want, ("Gus", "Gustav", "Gusti")))
    assert outcomes.count("too late") == 2
    guest.refresh_from_db()
    assert guest.name in outcomes
