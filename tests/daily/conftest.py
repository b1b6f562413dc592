"""People with accounts and enough rated games, a guest, and the clock."""

import pytest
from pytest_django.fixtures import Settings

from games.models import User
from tests.daily.playing import account
from tests.support.fixtures import clock, hubs, no_complaints

__all__ = ["clock", "hubs", "no_complaints"]


@pytest.fixture(autouse=True)
def _quick_site(settings: Settings) -> None:
    """Cheap password hashes, static files without a manifest, and no rated games needed."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.SAME_DICE_RATED_GAMES = 0


@pytest.fixture
def alice(db: None) -> User:
    return account("Alice")


@pytest.fixture
def bob(db: None) -> User:
    return account("Bob")


@pytest.fixture
def charlie(db: None) -> User:
    return account("Charlie")
