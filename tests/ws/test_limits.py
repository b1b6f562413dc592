"""How much one socket may send."""

from types import SimpleNamespace

import pytest
from pytest_django.fixtures import Settings

from games.hub import Hubs
from games.hub.database import in_database
from games.models import User
from games.sockets import bucket
from games.sockets import connection as socket
from games.sockets.bucket import TokenBucket
from tests.live.client import visit
from tests.live.people import open_room


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(bucket, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_it_lets_a_burst_through_and_then_the_rate(no_time: list[float]) -> None:
    tokens = TokenBucket(rate=2, burst=3)
    assert [tokens.take() for _ in range(4)] == [True, True, True, False]
    no_time[0] += 1
    assert [tokens.take() for _ in range(3)] == [True, True, False]
    no_time[0] += 1000
    assert [tokens.take() for _ in range(4)] == [True, True, True, False]


async def test_it_says_slow_down_and_then_closes(
    hubs: Hubs, alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOCKET_RATE, settings.SOCKET_BURST = 0.001, 5
    monkeypatch.setattr(socket, "MOST_STRIKES", 3)
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
