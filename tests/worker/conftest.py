"""People, live rooms, and the time of day."""

import pytest

from tests.support.fixtures import alice, bob, charlie, hubs, no_complaints
from tests.worker.clock import Clock

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of day stands still until the test sets it."""
    return Clock(monkeypatch)
