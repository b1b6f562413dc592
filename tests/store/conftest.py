"""People, live rooms, and the clock."""

import os

from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints"]

# They need PostgreSQL: tests/test_other_backends.py runs them.
collect_ignore = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ["test_loop_writer.py"]
