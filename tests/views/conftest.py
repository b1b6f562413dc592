"""Visitors of the pages: alice, bob and charlie with accounts, a guest, and an outsider."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.accounts.players import do_create_account, do_create_guest
from games.limits.rates import BUCKETS
from games.models import Room, User
from games.rooms.opening import open_room
from tests.support.fixtures import clock

__all__ = ["clock"]

PASSWORD = "red sails at dawn"
As = Callable[[User], Client]
OpenRoom = Callable[..., Room]


@pytest.fixture(autouse=True)
def _quick_site(settings: Settings) -> None:
    """Cheap password hashes, and static files without a manifest."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    """Start each test with full rate limits."""
    BUCKETS.clear()
    yield
    BUCKETS.clear()


@pytest.fixture
def alice(db: None) -> User:
    return do_create_account("Alice", PASSWORD, "alice@example.com")


@pytest.fixture
def bob(db: None) -> User:
    return do_create_account("Bob", PASSWORD)


@pytest.fixture
def charlie(db: None) -> User:
    return do_create_account("Charlie", PASSWORD)


@pytest.fixture
def guest(db: None) -> User:
    return do_create_guest("Gus")


@pytest.fixture
def outsider(db: None) -> Client:
    """A browser without a session."""
    return Client()


@pytest.fixture
def signed_in() -> As:
    """A function: a player -> a browser signed in as that player."""

    def browser(player: User) -> Client:
        client = Client()
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return browser


@pytest.fixture
def new_room() -> OpenRoom:
    """A function: a host and settings -> a room. Two seats, Yacht and by link unless given."""

    def open_one(
        host: User,
        variant: str = "yacht",
        seats: int = 2,
        clock: int | None = None,
        public: bool = False,
    ) -> Room:
        return open_room(host, variant, {}, seats, clock, public)

    return open_one
