"""Fixtures that the folders about rooms, sockets, the store and the worker share."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from pytest_django.fixtures import Settings

from games.clock import use_clock
from games.live import Hubs, bot_driver, bus, close_current_hubs, current_hubs, use_hubs
from games.models import User
from tests.support.client import Client
from tests.support.clock import FakeClock
from tests.support.people import person

Processes = Callable[[Any], Awaitable[tuple[Hubs, Hubs]]]


@pytest.fixture
def alice(transactional_db: None) -> User:
    """A guest."""
    return person("Alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    """A guest."""
    return person("Bob")


@pytest.fixture
def charlie(transactional_db: None) -> User:
    """A guest."""
    return person("Charlie")


@pytest.fixture
def clock() -> Iterator[FakeClock]:
    """The clock of this process: it stands still until the test moves it."""
    fake = FakeClock()
    with use_clock(fake):
        yield fake


@pytest.fixture
def bots_move_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not pause before they move."""

    async def pause(ms: int) -> None:
        return None

    monkeypatch.setattr(bot_driver, "pause", pause)


@pytest.fixture(autouse=True)
def no_complaints() -> Iterator[None]:
    """No client of the test may have received a frame that is not as the protocol says."""
    Client.complaints.clear()
    yield
    assert Client.complaints == []


@pytest.fixture
async def hubs(transactional_db: None, settings: Settings) -> AsyncIterator[Hubs]:
    """Fresh live rooms as this process's, on the layer of the settings, without a limit of frames;
    closed afterwards, so that no thread keeps a connection of the test's database.
    """
    settings.SOCKET_RATE = 0
    # A layer belongs to the event loop in which it was used first.
    channel_layers.backends.clear()
    use_hubs(None)
    fresh = current_hubs()
    yield fresh
    await close_current_hubs()
    # A test may have put others in their place.
    await fresh.close()


@pytest.fixture
async def processes(
    transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Processes]:
    """Make the live rooms of two processes that share a layer; closed afterwards."""
    settings.SOCKET_RATE = 0
    channel_layers.backends.clear()
    monkeypatch.setattr(bus, "RETRY_S", 0.02)
    made: list[Hubs] = []

    async def make(layer: Any) -> tuple[Hubs, Hubs]:
        made.extend((Hubs(layer), Hubs(layer)))
        return made[0], made[1]

    yield make
    use_hubs(None)
    for hubs in made:
        await hubs.close()
