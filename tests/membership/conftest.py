"""People, live rooms, and staff."""

from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints, processes
from tests.views.conftest import _quick_site

__all__ = ["_quick_site", "alice", "bob", "charlie", "clock", "hubs", "no_complaints", "processes"]
