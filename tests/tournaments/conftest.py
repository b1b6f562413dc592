"""People, live rooms, the clock, and live tournaments that are read often."""

import os

import pytest

from games.live import tournaments as live_tournaments
from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints
from tests.support.races import real_locks

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints", "real_locks"]

# Threads race on PostgreSQL only: tests/test_other_backends.py runs these.
collect_ignore = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ["test_races.py"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process has changed is seen soon."""
    monkeypatch.setattr(live_tournaments, "EVERY_S", 0.1)
    monkeypatch.setattr(live_tournaments, "GATHER_S", 0.01)
