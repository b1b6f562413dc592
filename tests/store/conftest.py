"""People, live rooms, and the clock."""

from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints"]
