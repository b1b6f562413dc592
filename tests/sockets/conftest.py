"""People, and live rooms."""

import os

from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints, processes

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints", "processes"]

# These start servers on databases of their own: once is enough.
collect_ignore = (
    ["test_race.py", "test_servers.py"] if os.environ.get("TEST_ENVIRONMENT") == "keep" else []
)
