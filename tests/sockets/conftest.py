"""People, and live rooms."""

from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints, processes

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints", "processes"]
