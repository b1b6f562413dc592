"""The limit of sockets for one address, on all paths together, and what a socket receives while the
database is down.
"""

import logging
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django.fixtures import Settings

from games.models import User
from games.platform.database.batch_reads import BatchReader
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.tables.live.registry import Hubs
from games.tables.matchmaking.lobby_hub import LobbyHub
from games.tables.sockets import connection
from tests.support.client import AsgiClient
from tests.support.people import cookie_of, open_room
from tests.tables.matchmaking.tab import PATH, AsgiTab

HOST = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


@pytest.fixture(autouse=True)
def three_each(hubs: Hubs, settings: Settings) -> None:
    """Three sockets an address, behind our own proxy."""
    rates.BUCKETS.clear()
    settings.SOCKET_RATE, settings.SOCKETS_PER_ADDRESS = 20, 3
    settings.TRUSTED_PROXIES = ["loopback"]


async def lobby(address: str) -> AsgiTab:
    """Open the lobby from this address."""
    return await AsgiTab(PATH, None, [*HOST, (b"x-real-ip", address.encode())]).open()


async def test_it_counts_rooms_and_the_lobby_together(alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    headers = [*HOST, (b"x-real-ip", b"8.8.8.8")]
    first = await AsgiClient(f"/ws/v1/rooms/{room.code}/", None, headers).open()
    others = [await lobby("8.8.8.8") for _ in range(3)]
    assert [first.closed, *(tab.closed for tab in others)] == [None, None, None, 4430]
    # Another address may connect, and so may this one after it has closed a socket.
    assert (await lobby("9.9.9.9")).closed is None
    await first.leave()
    assert (await lobby("8.8.8.8")).closed is None


async def test_it_counts_the_neighbours_of_an_ipv6_address_as_one() -> None:
    tabs = [await lobby(f"2001:db8::{number}") for number in range(1, 5)]
    assert [tab.closed for tab in tabs] == [None, None, None, 4430]
    assert (await lobby("2001:db8:0:1::1")).closed is None


async def test_it_trusts_the_header_only_behind_our_proxy(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = []
    tabs = [await lobby(f"8.8.8.{number}") for number in range(4)]
    assert [tab.closed for tab in tabs] == [None, None, None, 4430]


async def test_it_limits_how_fast_they_are_opened(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "socket": (2, 60)}
    codes = []
    for _ in range(3):
        tab = await lobby("8.8.8.8")
        codes.append(tab.closed)
        await tab.leave()
    assert codes == [None, None, 4430]


@pytest.mark.parametrize("lifted", ["SOCKETS_PER_ADDRESS", "SOCKET_RATE"])
async def test_it_is_lifted_by_zero(settings: Settings, lifted: str) -> None:
    setattr(settings, lifted, 0)
    assert [(await lobby("8.8.8.8")).closed for _ in range(4)] == [None] * 4


@pytest.mark.parametrize("where", ["session", "lobby"])
async def test_it_closes_with_one_line_in_the_log_while_the_database_is_away(
    hubs: Hubs,
    alice: User,
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(*_: object) -> Any:
        raise OperationalError("the database is away")

    async def fail_to_enter(*_: object) -> None:
        fail()

    cookie = await in_database(lambda: cookie_of(alice))
    if where == "session":
        monkeypatch.setattr(hubs, "sessions", BatchReader(fail))
    else:
        monkeypatch.setattr(hubs.of(LobbyHub), "enter", fail_to_enter)
    tab = await AsgiTab(PATH, cookie).open()
    assert tab.closed == 4503
    lines = [record for record in caplog.records if record.name == connection.__name__]
    assert [(line.levelno, line.exc_info) for line in lines] == [(logging.WARNING, None)]
