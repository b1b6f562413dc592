"""A session names the player who is signed in there."""

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.test import Client

from games.models import Session, User
from games.people.accounts.sessions import SessionStore
from games.people.accounts.tokens import begin_session

pytestmark = pytest.mark.registered

BACKEND = "django.contrib.auth.backends.ModelBackend"


def player_of(key: str | None) -> int | None:
    return Session.objects.get(pk=key).player_id


@pytest.mark.django_db
def test_it_follows_who_signs_in_with_a_browser(alice: User, bob: User) -> None:
    browser = Client()
    browser.force_login(alice, backend=BACKEND)
    assert player_of(browser.session.session_key) == alice.pk
    browser.force_login(bob, backend=BACKEND)
    assert player_of(browser.session.session_key) == bob.pk
    assert list(Session.objects.values_list("player", flat=True)) == [bob.pk]


@pytest.mark.django_db
def test_it_names_the_player_of_a_program(alice: User) -> None:
    assert player_of(begin_session(alice)) == alice.pk


@pytest.mark.django_db
def test_it_names_nobody_without_a_player() -> None:
    session = SessionStore()
    session["language"] = "de"
    session.save()
    assert player_of(session.session_key) is None


@pytest.mark.django_db(transaction=True)
async def test_it_names_the_player_when_saved_by_async_code() -> None:
    session = SessionStore()
    await session.aset(SESSION_KEY, "7")
    await session.asave()
    assert await sync_to_async(player_of)(session.session_key) == 7


@pytest.mark.django_db
def test_a_session_of_a_deleted_player_can_be_saved(alice: User) -> None:
    session = SessionStore(begin_session(alice))
    assert session[SESSION_KEY] == str(alice.pk)
    alice.delete()
    assert not Session.objects.exists()
    session["language"] = "de"
    session.save(must_create=True)
    assert Session.objects.count() == 1
