"""Alice, Bob and Charlie have accounts, Gus is a guest; the clock; fresh rate limits."""

import pytest
from pytest_django.fixtures import Settings

from games.limits.rates import BUCKETS
from tests.ratings.conftest import alice, bob, charlie, gus
from tests.support.fixtures import clock

__all__ = ["alice", "bob", "charlie", "clock", "gus"]


@pytest.fixture(autouse=True)
def _plain_site(settings: Settings) -> None:
    """Full rate limits, and static files without a manifest."""
    BUCKETS.clear()
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
