"""Alice, Bob and Charlie have accounts; Gus is a guest."""

import pytest

from games.accounts.players import do_create_guest
from games.models import User
from tests.support.accounts import alice, bob, charlie

__all__ = ["alice", "bob", "charlie"]


@pytest.fixture
def gus(db: None) -> User:
    return do_create_guest("Gus")
