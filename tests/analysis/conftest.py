"""Alice, Bob and Charlie have accounts, Gus is a guest."""

from tests.ratings.conftest import alice, bob, charlie, gus

__all__ = ["alice", "bob", "charlie", "gus"]
