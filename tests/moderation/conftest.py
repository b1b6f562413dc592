"""People, live rooms, and staff."""

from tests.live.fixtures import alice, bob, charlie, hubs, no_complaints, processes
from tests.web.conftest import _quick_site

__all__ = ["_quick_site", "alice", "bob", "charlie", "hubs", "no_complaints", "processes"]
