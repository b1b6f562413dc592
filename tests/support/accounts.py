"""Accounts, for rated games and lists of players."""

import pytest

from games.models import User


def account(name: str) -> User:
    """An account nobody can sign in to; quicker than one with a password."""
    return User.objects.create(username=name.lower(), name=name)


@pytest.fixture
def alice(db: None) -> User:
    return account("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return account("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return account("Charlie")


def keep(*guests: User) -> None:
    """Turn these guests into accounts, as if each had chosen a password."""
    for guest in guests:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
        guest.is_guest = False
