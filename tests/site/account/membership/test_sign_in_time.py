"""Signing in takes one hash, whatever the name: the time tells nobody which accounts are there."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import User
from games.people.accounts import hashing
from games.people.accounts.players import create_account
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.site.account.membership.deletion import delete_player
from tests.support.people import PASSWORD, person

pytestmark = pytest.mark.django_db


def an_account() -> None:
    create_account("Alice", PASSWORD)


def nobody() -> None:
    """There is no such name."""


def a_guest() -> None:
    person("Alice")


def closed(lasts: timedelta | None = None) -> User:
    made = create_account("Alice", PASSWORD)
    User.objects.filter(pk=made.pk).update(is_active=False)
    return made


def closed_by_a_decision() -> None:
    impose(closed(), Sanction.Kind.CLOSED, "cheating")


def closed_by_the_admin() -> None:
    closed()


def deleted() -> None:
    delete_player(create_account("Alice", PASSWORD))


def without_a_password() -> None:
    made = create_account("Alice", PASSWORD)
    made.set_unusable_password()
    made.save()


def made_by_the_terminal() -> None:
    User.objects.create_superuser("ALICE", password=PASSWORD, name="Alice")


NAMES = [
    *(an_account, nobody, a_guest, closed_by_a_decision, closed_by_the_admin, deleted),
    *(without_a_password, made_by_the_terminal),
]


@pytest.mark.parametrize("password", [PASSWORD, "wrong"])
@pytest.mark.parametrize("make", NAMES, ids=lambda make: make.__name__)
def test_it_takes_one_hash(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, make: Callable[[], None], password: str
) -> None:
    settings.PASSWORD_HASHERS = ["games.people.accounts.hashing.PacedArgon2PasswordHasher"]
    make()
    hashes: list[Any] = []
    submit = hashing._HASHING.submit

    def count(*work: Any) -> Any:
        hashes.append(work)
        return submit(*work)

    monkeypatch.setattr(hashing._HASHING, "submit", count)
    Client().post("/sign-in/", {"name": "Alice", "password": password})
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("make", "leads_to"),
    [
        (an_account, "/"),
        (made_by_the_terminal, "/"),
        (closed_by_a_decision, "/decisions/"),
        (closed_by_the_admin, None),
        (nobody, None),
    ],
)
def test_the_right_password_leads_where_it_did(
    make: Callable[[], None], leads_to: str | None
) -> None:
    make()
    answer = Client().post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer.get("Location", "x").startswith(leads_to or "x")
    assert answer.status_code == (302 if leads_to else 422)
