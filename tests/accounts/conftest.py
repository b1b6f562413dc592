"""Alice, Bob and Charlie have accounts."""

from tests.ratings.conftest import alice, bob, charlie

__all__ = ["alice", "bob", "charlie"]
