"""Sessions that are read together are those that are valid one by one."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from games.models import Session, User
from games.people.accounts.sessions import SessionStore
from games.people.accounts.tokens import find_session, find_sessions
from games.people.conduct.contact import Contact, note_change
from games.tables.live.reconciler import OpenSession, check_sessions
from tests.support.people import cookie_of


def changed(user: User, key: str, value: str) -> str:
    """A session of the user with another value in it."""
    session = SessionStore(cookie_of(user))
    session[key] = value
    session.save()
    assert session.session_key is not None
    return session.session_key


def all_kinds(alice: User, bob: User, charlie: User) -> list[str]:
    """Keys of sessions of all kinds; the first two are valid."""
    expired, banned = cookie_of(alice), cookie_of(bob)
    Session.objects.filter(pk=expired).update(expire_date=timezone.now() - timedelta(seconds=1))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    # As the session of a player who is just being deleted.
    deleted = changed(alice, SESSION_KEY, "1000000")
    nameless = SessionStore()
    nameless.save()
    return [
        cookie_of(alice),
        cookie_of(alice),
        expired,
        banned,
        deleted,
        nameless.session_key or "",
        changed(alice, HASH_SESSION_KEY, "0" * 64),
        changed(alice, BACKEND_SESSION_KEY, "somewhere.else.Backend"),
        "unknown",
        "",
        "a\x00b",
        "a-b",
    ]


def test_it_finds_those_that_are_valid(alice: User, bob: User, charlie: User) -> None:
    keys = all_kinds(alice, bob, charlie)
    found = find_sessions(keys)
    assert {key: session.user for key, session in found.items()} == dict.fromkeys(keys[:2], alice)


def test_it_agrees_with_the_check_of_one(alice: User, bob: User, charlie: User) -> None:
    keys = all_kinds(alice, bob, charlie)
    together = find_sessions(keys)
    for key in keys:
        assert together.get(key) == find_session(key), key


def test_it_ends_a_session_that_was_opened_with_another_password(alice: User) -> None:
    key = changed(alice, HASH_SESSION_KEY, "0" * 64)
    assert find_sessions([key]) == {}
    assert not Session.objects.filter(pk=key).exists()


@pytest.mark.parametrize("count", [1, 5])
def test_it_needs_two_queries(alice: User, count: int, django_assert_num_queries: object) -> None:
    keys = [cookie_of(alice) for _ in range(count)]
    with django_assert_num_queries(2):  # type: ignore[operator]
        assert len(find_sessions(keys)) == count


def opened_by(user: User) -> OpenSession:
    return OpenSession(user.pk, cookie_of(user), user.password, user.contact_rev)


def test_it_tells_which_open_sessions_have_ended(alice: User, bob: User, charlie: User) -> None:
    opened = [opened_by(user) for user in (alice, bob, charlie) for _ in range(2)]
    assert check_sessions(opened) == {}
    Session.objects.filter(pk=opened[0].key).delete()
    Session.objects.filter(pk=opened[1].key).update(expire_date=timezone.now())
    User.objects.filter(pk=bob.pk).update(password="another")
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    assert check_sessions(opened[:5]) == dict.fromkeys(range(5))
    assert check_sessions([opened[5]._replace(player=999_999)]) == {0: None}


def test_it_reads_the_contacts_that_have_changed(alice: User, bob: User, charlie: User) -> None:
    opened = [opened_by(user) for user in (alice, bob, charlie)]
    alice.blocked.add(bob)
    alice.silenced.add(charlie)
    note_change([alice.pk, bob.pk])
    expected = {
        0: (1, Contact(unheard=frozenset({bob.pk, charlie.pk}))),
        1: (1, Contact(unheard=frozenset({alice.pk}))),
    }
    assert check_sessions(opened) == expected


def test_it_marks_the_players_as_seen(alice: User, bob: User) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    User.objects.update(seen_at=long_ago)
    check_sessions([opened_by(alice)])
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert timezone.now() - alice.seen_at < timedelta(minutes=1)
    assert bob.seen_at == long_ago
