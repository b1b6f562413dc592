"""How much one socket may send."""

from functools import partial

import pytest
from pytest_django.fixtures import Settings

from games.models import User
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.platform.limits.buckets import Buckets, TokenBucket
from games.tables.live.registry import Hubs
from games.tables.sockets import connection as socket
from tests.support.client import HOST, AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import cookie_of, open_room, playing
from tests.tables.matchmaking.tab import look


def test_it_lets_a_burst_through_and_then_the_rate(clock: FakeClock) -> None:
    tokens = TokenBucket(rate=2, burst=3)
    assert [tokens.take() for _ in range(4)] == [True, True, True, False]
    clock.advance(1)
    assert [tokens.take() for _ in range(3)] == [True, True, False]
    clock.advance(1000)
    assert [tokens.take() for _ in range(4)] == [True, True, True, False]


async def test_it_says_slow_down_and_then_closes(
    hubs: Hubs, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOCKET_RATE, settings.SOCKET_BURST = 0.001, 5
    monkeypatch.setattr(socket, "MAX_STRIKES", 3)
    room = await in_database(lambda: open_room(alice))
    flooding, calm = await visit(room, alice), await visit(room)
    for _ in range(5 + 3 + 1):
        await flooding.send('{"type":"ping"}')
    assert await flooding.end() == 4429
    types = [frame["type"] for frame in flooding.frames if frame["type"] in ("pong", "error")]
    assert types == ["pong"] * 5 + ["error"] * 3
    assert {frame.get("code") for frame in flooding.frames if frame["type"] == "error"} == {
        "rate_limited"
    }
    assert (await calm.ask("ping"))["type"] == "ack"


async def test_it_counts_refused_frames_too(hubs: Hubs, alice: User, settings: Settings) -> None:
    settings.SOCKET_RATE, settings.SOCKET_BURST = 0.001, 2
    room = await in_database(lambda: open_room(alice))
    client = await visit(room, alice)
    for frame in (b"\0", "x", "x"):
        await client.send(frame)
    codes = [(await client.hear("error"))["code"] for _ in range(3)]
    assert codes == ["bad_message", "bad_message", "rate_limited"]


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch, settings: Settings, hubs: Hubs) -> None:
    monkeypatch.setattr(rates, "BUCKETS", Buckets())
    settings.SOCKET_RATE, settings.SOCKET_BURST = 1000, 1000
    settings.LIMITS = {**settings.LIMITS, "change": (3, 3600), "room": (2, 3600)}


async def test_it_limits_what_one_player_changes_in_all_tabs_and_rooms(
    limited: None, alice: User, bob: User
) -> None:
    rooms = [await in_database(lambda: playing(alice)) for _ in range(2)]
    tabs = [await visit(room, alice) for room in rooms for _ in range(2)]
    answers = [await tab.ask("chat", text="again and again") for tab in tabs]
    assert [answer.get("code") for answer in answers] == [None, None, None, "rate_limited"]
    assert (await tabs[3].roll())["type"] == "ack"
    assert (await (await visit(rooms[0], bob)).ask("chat", text="hello"))["type"] == "ack"


async def test_it_limits_the_chat_of_one_address_in_all_rooms(
    limited: None, alice: User, bob: User, settings: Settings
) -> None:
    settings.LIMITS |= {"chat-address": (2, 3600)}
    rooms = [await in_database(lambda: playing(alice)) for _ in range(2)]
    people = [await visit(room, person) for room in rooms for person in (alice, bob)]
    answers = [await client.ask("chat", text="hello") for client in people]
    assert [answer.get("code") for answer in answers] == [None, None, *["rate_limited"] * 2]
    settings.SOCKETS_PER_ADDRESS = 0
    assert (await people[1].ask("chat", text="hello"))["type"] == "ack"


async def test_it_limits_the_chat_of_one_room_of_all_addresses(
    limited: None, alice: User, bob: User, settings: Settings
) -> None:
    settings.LIMITS |= {"chat-room": (2, 3600)}
    settings.TRUSTED_PROXIES = ["loopback"]
    room, other = [await in_database(lambda: playing(alice, bob)) for _ in range(2)]
    codes = []
    for number, player in enumerate((alice, bob, alice)):
        cookie = await in_database(partial(cookie_of, player))
        headers = [
            (b"host", HOST.encode()),
            (b"origin", f"http://{HOST}".encode()),
            (b"x-real-ip", f"192.0.2.{number}".encode()),
        ]
        client = await AsgiClient(f"/ws/v1/rooms/{room.code}/", cookie, headers).open()
        codes.append((await client.ask("chat", text="hello")).get("code"))
    assert codes == [None, None, "rate_limited"]
    assert (await (await visit(other, alice)).ask("chat", text="hello"))["type"] == "ack"


async def test_it_limits_how_many_tables_with_bots_one_player_opens(
    limited: None, alice: User
) -> None:
    tab = await look(alice)
    for _ in range(2):
        assert (await tab.ask("company", variant="yacht"))["type"] == "ack"
    assert (await tab.ask("company", variant="yacht"))["code"] == "forbidden"
