"""People with accounts and enough rated games, and the clock."""

import os

import pytest
from pytest_django.fixtures import Settings

from tests.support.accounts import alice, bob, charlie
from tests.support.fixtures import clock, hubs, no_complaints
from tests.support.races import real_locks
from tests.views.conftest import _fresh_limits, _quick_site

__all__ = [
    "_fresh_limits",
    "_quick_site",
    "alice",
    "bob",
    "charlie",
    "clock",
    "hubs",
    "no_complaints",
    "real_locks",
]

# Threads race on PostgreSQL only: tests/test_other_backends.py runs these.
collect_ignore = [] if os.environ.get("TEST_ENVIRONMENT") == "keep" else ["test_races.py"]


@pytest.fixture(autouse=True)
def _no_rated_games_needed(settings: Settings) -> None:
    settings.SAME_DICE_RATED_GAMES = 0
