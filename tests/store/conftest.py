"""People, and live rooms."""

from tests.support.fixtures import alice, bob, charlie, hubs, no_complaints

__all__ = ["alice", "bob", "charlie", "hubs", "no_complaints"]
