"""Fixtures shared by the tests of rooms, sockets, the store and the worker."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from pytest_django.fixtures import Settings

from games.clock import use_clock
from games.live import bot_driver, bus
from games.live.registry import Hubs, close_current_hubs, current_hubs, use_hubs
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
    """Fail the test if one of its clients received a frame that breaks the protocol."""
    Client.complaints.clear()
    Client.known.clear()
    yield
    assert Client.complaints == []


@pytest.fixture
async def hubs(transactional_db: None, settings: Settings) -> AsyncIterator[Hubs]:
    """The hubs of this process, on the layer of the settings, without a limit of frames.

    They are closed afterwards, so that no thread keeps a connection to the test's database.
    """
    settings.SOCKET_RATE = 0
    # A layer belongs to the event loop that used it first.
    channel_layers.backends.clear()
    use_hubs(None)
    fresh = current_hubs()
    yield fresh
    await close_current_hubs()
    # A test may have replaced them.
    await fresh.close()


async def idle(hubs: Hubs) -> None:
    """Wait until the background tasks of these hubs are done."""
    while hubs.process.background.tasks:
        # To await a task that is done would not let the loop remove it.
        await asyncio.wait(hubs.process.background.tasks)
        await asyncio.sleep(0)


@pytest.fixture
async def processes(
    transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Processes]:
    """A function: a layer -> the hubs of two processes that share it; closed afterwards."""
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
