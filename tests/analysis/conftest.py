"""Alice, Bob and Charlie have accounts, Gus is a guest; the clock."""

from tests.ratings.conftest import alice, bob, charlie, gus
from tests.support.fixtures import clock

__all__ = ["alice", "bob", "charlie", "clock", "gus"]
