"""Create an account."""

import threading

import pytest
from django.db import connection
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import User
from games.people.accounts.names import NameRefused
from games.people.accounts.players import create_account
from tests.fixtures import As
from tests.support.people import PASSWORD

pytestmark = pytest.mark.registered

FORM = {"name": "Dora", "password": PASSWORD, "email": ""}


def test_it_makes_an_account_and_signs_in(outsider: Client) -> None:
    before = outsider.session.session_key
    answer = outsider.post("/sign-up/", FORM)
    dora = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert (dora.name, dora.username, dora.is_guest) == ("Dora", "dora", False)
    assert dora.check_password(PASSWORD)
    assert outsider.session["_auth_user_id"] == str(dora.pk)
    assert outsider.session.session_key != before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Please enter a name."),
        ("name", "ALICE", "This name is taken."),
        ("password", "short", "too short"),
        ("password", "password123", "too common"),
        ("password", "4815162342999", "entirely numeric"),
        ("email", "nowhere", "valid email"),
        ("email", "a@" + 63 * "b" + 4 * ("." + 60 * "b") + ".example", "at most 254"),
    ],
)
def test_it_says_next_to_the_field_what_is_wrong(
    outsider: Client, alice: User, field: str, value: str, words: str
) -> None:
    answer = outsider.post("/sign-up/", {**FORM, field: value})
    assert answer.status_code == 422
    assert words in str(answer.context["form"].errors[field])
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert User.objects.count() == 1


def test_it_refuses_a_password_that_is_the_name(outsider: Client) -> None:
    answer = outsider.post("/sign-up/", {**FORM, "name": "Dorothea", "password": "dorothea1"})
    assert "too similar" in str(answer.context["form"].errors["password"])


def test_it_never_shows_the_password_again(outsider: Client) -> None:
    answer = outsider.post("/sign-up/", {**FORM, "name": ""})
    assert PASSWORD not in answer.content.decode()


def test_it_sends_a_guest_to_the_page_that_keeps_their_games(guest: User, signed_in: As) -> None:
    assert signed_in(guest).get("/sign-up/")["Location"] == "/account/keep/"


def test_it_sends_an_account_home(alice: User, signed_in: As) -> None:
    assert signed_in(alice).get("/sign-up/")["Location"] == "/"


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/r/abc/", "/r/abc/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/\\evil.example", "/"),
    ],
)
def test_it_goes_on_only_to_pages_of_ours(outsider: Client, wanted: str, leads_to: str) -> None:
    assert outsider.post("/sign-up/", {**FORM, "next": wanted})["Location"] == leads_to


def test_it_limits_the_accounts_of_one_address(db: None, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "account": (1, 3600)}
    assert Client().post("/sign-up/", FORM).status_code == 302
    answer = Client().post("/sign-up/", {**FORM, "name": "Emil"})
    assert answer.status_code == 429
    assert "Please wait" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_it_gives_a_name_to_one_of_many_that_want_it_at_once() -> None:
    outcomes: list[str] = []
    together = threading.Barrier(4)

    def want() -> None:
        try:
            together.wait()
            create_account("Dora", "x")
            outcomes.append("got it")
        except NameRefused as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=want) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["got it", "taken", "taken", "taken"]
