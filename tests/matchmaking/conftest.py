"""People, live rooms, and a lobby that refreshes often."""

import os

import pytest

from games.live import lobby as hub_lobby
from tests.support.fixtures import (
    alice,
    bob,
    bots_move_at_once,
    charlie,
    clock,
    hubs,
    no_complaints,
    processes,
)
from tests.support.races import real_locks

__all__ = [
    "alice",
    "bob",
    "bots_move_at_once",
    "charlie",
    "clock",
    "hubs",
    "no_complaints",
    "processes",
    "real_locks",
]

# Threads race on PostgreSQL only: tests/test_other_backends.py runs these.
collect_ignore = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ["test_races.py"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody hints at is seen soon."""
    monkeypatch.setattr(hub_lobby, "EVERY_S", 0.1)
    monkeypatch.setattr(hub_lobby, "GATHER_S", 0.01)
