"""People, live rooms and the clock."""

import os

import pytest
from pytest_django.fixtures import Settings

from games.live import tournaments as live_tournaments
from tests.support.fixtures import alice, bob, charlie, clock, hubs, no_complaints

__all__ = ["alice", "bob", "charlie", "clock", "hubs", "no_complaints"]

# Threads race on PostgreSQL only: tests/test_other_backends.py runs these.
collect_ignore = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ["test_races.py"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """What another process has changed is seen soon. Static files are without a manifest."""
    monkeypatch.setattr(live_tournaments, "EVERY_S", 0.1)
    monkeypatch.setattr(live_tournaments, "GATHER_S", 0.01)
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
