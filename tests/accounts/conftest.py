"""Alice, Bob and Charlie have accounts; the clock."""

from tests.support.accounts import alice, bob, charlie
from tests.support.fixtures import clock

__all__ = ["alice", "bob", "charlie", "clock"]
