"""Alice, Bob and Charlie have accounts."""

from tests.results.conftest import alice, bob, charlie

__all__ = ["alice", "bob", "charlie"]
