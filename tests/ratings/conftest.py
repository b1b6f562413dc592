"""Alice, Bob and Charlie have accounts; Gus is a guest."""

import pytest

from games.accounts.players import do_create_guest
from games.models import User
from tests.ratings.games import account


@pytest.fixture
def alice(db: None) -> User:
    return account("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return account("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return account("Charlie")


@pytest.fixture
def gus(db: None) -> User:
    return do_create_guest("Gus")
