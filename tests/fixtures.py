"""Fixtures of all tests: people, their browsers, the clock and live rooms.

A pytest plugin, named in tests/conftest.py. What only one folder needs is in its conftest.
"""

import asyncio
import inspect
import logging
import math
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.layers import channel_layers
from django.db import connection
from django.test import Client as Browser
from pytest_django.fixtures import Settings

from games.core.rules import find_variant
from games.core.solver import directory, make_table
from games.core.solver.tables import path_of
from games.models import Room, User
from games.people.conduct.contact import forget_together
from games.platform.clock import use_clock
from games.platform.limits.rates import BUCKETS
from games.platform.site_settings.current import KEPT, Chosen
from games.tables.live import bot_driver, bus
from games.tables.live.registry import Hubs, close_current_hubs, current_hubs, use_hubs
from games.tables.rooms.opening import open_room
from tests.environment import SOLVER_DIR
from tests.support.client import Client
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, passes_second_factor, person, registered

As = Callable[[User], Browser]
OpenRoom = Callable[..., Room]
Processes = Callable[[Any], Awaitable[tuple[Hubs, Hubs]]]

DROPPED_TASK = "coro=<RedisChannelLayer._clean_receive_backup()"
"""What asyncio logs, at any time later, of a task that the layer forgot when its Redis ended."""
PEOPLE = frozenset(["alice", "bob", "charlie", "guest"])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "registered: alice, bob and charlie have accounts")
    config.addinivalue_line("markers", "logs_errors(*loggers): these may log an ERROR")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let asynchronous tests commit: they use the database from threads."""
    for item in items:
        people = PEOPLE & set(getattr(item, "fixturenames", ()))
        if people and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.django_db(transaction=True))


def _newcomer(request: pytest.FixtureRequest, name: str) -> User:
    return registered(name) if request.node.get_closest_marker("registered") else person(name)


@pytest.fixture
def alice(db: None, request: pytest.FixtureRequest) -> User:
    """A guest; in modules that are marked `registered`, an account."""
    return _newcomer(request, "Alice")


@pytest.fixture
def bob(db: None, request: pytest.FixtureRequest) -> User:
    """A guest; in modules that are marked `registered`, an account."""
    return _newcomer(request, "Bob")


@pytest.fixture
def charlie(db: None, request: pytest.FixtureRequest) -> User:
    """A guest; in modules that are marked `registered`, an account."""
    return _newcomer(request, "Charlie")


@pytest.fixture
def guest(db: None) -> User:
    return person("Gus")


@pytest.fixture
def outsider(db: None) -> Browser:
    """A browser without a session."""
    return Browser()


@pytest.fixture
def signed_in() -> As:
    """A function: a player -> a browser signed in as that player."""

    def browser(player: User) -> Browser:
        client = Browser()
        client.force_login(player, backend=BACKEND)
        return passes_second_factor(client) if player.is_staff or player.desk_role else client

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


@pytest.fixture(autouse=True)
def _quick_site(settings: Settings) -> None:
    """Cheap password hashes, and static files without a manifest."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    BUCKETS.clear()
    yield
    BUCKETS.clear()


@pytest.fixture(autouse=True)
def _strangers() -> None:
    """Know of nobody yet that they may sit together: ids of players return in the next test."""
    forget_together()


@pytest.fixture(autouse=True)
def _usual_site() -> Iterator[None]:
    """Start each test with a site whose operator has chosen nothing, as if that was just read."""
    KEPT.chosen, KEPT.until = Chosen(), math.inf
    yield
    KEPT.chosen, KEPT.until = Chosen(), math.inf


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


@pytest.fixture(autouse=True)
def no_logged_errors(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test if the site has logged an ERROR: such a line asks an operator to act.

    A test that breaks something on purpose names the loggers:
    `logs_errors("games.record.log.damage")`. Django logs what it refuses (`django.security`) as
    ERROR, too.
    """
    markers = request.node.iter_markers("logs_errors")
    allowed = ("django.security.", *(name for marker in markers for name in marker.args))
    logged = _Errors()
    logging.getLogger().addHandler(logged)
    yield
    logging.getLogger().removeHandler(logged)
    lines = [line for line in logged.lines if DROPPED_TASK not in line]
    assert [line for line in lines if not line.startswith(allowed)] == []


class _Errors(logging.Handler):
    """Keeps what is logged as an ERROR: logger and text."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


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


@pytest.fixture
def real_locks(transactional_db: None) -> None:
    """Threads that run at the same instant."""
    assert connection.vendor == "postgresql"


@pytest.fixture
def tables_folder(tmp_path: Path) -> Iterator[Path]:
    """An empty folder for the solver's tables. Tables in the usual one stay between runs, and
    servers of other tests add what their players ask for.
    """
    before = directory._directory
    folder = tmp_path / "tables"
    folder.mkdir()
    directory.configure(folder)
    yield folder
    directory.configure(before)


@pytest.fixture
def only_yacht_solved(tables_folder: Path) -> Path:
    """A folder with the solver's table of Yacht and no other."""
    own = path_of(find_variant("yacht"))
    directory.configure(SOLVER_DIR)
    make_table(find_variant("yacht"))
    made = path_of(find_variant("yacht"))
    assert own is not None
    assert made is not None
    shutil.copy(made, own)
    directory.configure(tables_folder)
    return tables_folder
