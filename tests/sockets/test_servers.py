"""The same application under `manage.py serve` and under Uvicorn."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.support.servers import Server, Site

pytestmark = pytest.mark.server

KINDS = ("serve", "uvicorn")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site on SQLite, without a layer."""
    return Site(tmp_path_factory.mktemp("site"), EMBEDDED_WORKER="0")


@pytest.fixture(scope="module")
def rooms(site: Site) -> Iterator[dict[str, Any]]:
    """Rooms that no test has used."""
    return iter(site.rooms(20))


@pytest.fixture(scope="module", params=KINDS)
def server(site: Site, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A running server. Its log must hold no traceback at the end."""
    with site.serving(request.param) as running:
        yield running


@pytest.fixture
def room(rooms: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """A room that no test has used; alice moves first."""
    return next(rooms)


def kind_of(server: Server) -> str:
    return Path(server.log).name.split("-")[0]


async def test_it_plays(server: Server, room: dict[str, Any]) -> None:
    alice = await server.connect(room["code"], room["alice"])
    bob = await server.connect(room["code"], room["bob"])
    watching = await server.connect(room["code"])
    assert alice.frames[0]["type"] == "welcome"
    assert (await alice.roll())["type"] == "ack"
    first = {"game": alice.table["game"], "turn": 1, "roll": 0}
    assert (await bob.ask("roll", **first))["code"] == "not_your_turn"
    assert (await watching.ask("roll", **first))["code"] == "sign_in_first"
    for client in (bob, watching):
        assert await client.reach(2) == alice.table
    for client in (alice, bob, watching):
        await client.leave()


async def test_it_closes_with_4404_where_there_is_no_room(server: Server) -> None:
    client = await server.connect("nosuchroom")
    assert await client.end() == 4404
    assert client.frames == []


async def test_it_refuses_foreign_pages_before_the_handshake(
    server: Server, room: dict[str, Any]
) -> None:
    for origin in ("http://elsewhere.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await server.connect(room["code"], room["alice"], origin=origin)
        # Daphne answers 400 to "null".
        assert refused.value.response.status_code in (400, 403)


async def test_it_answers_odd_frames_and_lives_on(server: Server, room: dict[str, Any]) -> None:
    client = await server.connect(room["code"], room["alice"])
    for frame in (b"\0\xff", "", "\0", "[" * 4000, '{"type":"ping","id":"\\ud800"}'):
        await client.send(frame)
        assert (await client.hear("error"))["code"] == "bad_message"
    await client.send("x" * 5000)
    assert (await client.hear("error"))["code"] == "too_large"
    assert (await client.roll())["type"] == "ack"
    await client.leave()


@pytest.mark.parametrize("size", [20_000, 2_000_000])
async def test_it_refuses_what_is_far_too_large(
    server: Server, room: dict[str, Any], size: int
) -> None:
    client = await server.connect(room["code"], room["alice"])
    await client.send("x" * size)
    if kind_of(server) == "serve":
        assert await client.end() == 1009
    else:
        assert (await client.hear("error"))["code"] == "too_large"
        await client.leave()


async def test_it_closes_with_1007_when_text_is_not_utf_8(
    server: Server, room: dict[str, Any]
) -> None:
    client = await server.connect(room["code"], room["alice"])
    await client.socket.send(b"\xff\xfe", text=True)
    assert await client.end() == 1007


async def test_it_closes_a_flooding_socket_with_4429_and_serves_the_others(
    server: Server, room: dict[str, Any]
) -> None:
    flooding = await server.connect(room["code"], room["alice"])
    calm = await server.connect(room["code"], room["bob"])
    for _ in range(3000):
        try:
            await flooding.send('{"type":"ping"}')
        except websockets.ConnectionClosed:
            break
    assert await flooding.end() == 4429
    assert (await calm.ask("ping"))["type"] == "ack"
    await calm.leave()


async def test_it_tells_the_code_to_a_client_that_floods_on_before_it_reads(
    server: Server, room: dict[str, Any]
) -> None:
    flooding = await server.connect(room["code"], room["alice"])
    ping = b'{"type":"ping"}'
    frame = bytes([0x81, 0x80 | len(ping), 0, 0, 0, 0]) + ping
    # The room closes the socket for the first ones; the next are over the server's own limit. If
    # the server aborted the connection then, the last one would fail, and nothing would be read.
    for count in (160, 400, 1):
        flooding.socket.transport.write(frame * count)
        time.sleep(0.5)  # noqa: ASYNC251 - the client must not read meanwhile
    assert await flooding.end() == 4429


@pytest.mark.parametrize("kind", KINDS)
async def test_it_sends_bye_and_closes_with_1012_when_it_restarts(
    site: Site, room: dict[str, Any], kind: str
) -> None:
    # Another server goes on, as one process of several does.
    with site.serving(kind) as running:
        client = await running.connect(room["code"], room["alice"])
        assert (await client.roll())["type"] == "ack"
        running.terminate()
        assert await client.end() == 1012
        if kind == "serve":
            assert client.frames[-1]["type"] == "bye"
            assert client.frames[-1]["reason"] == "restart"
        await asyncio.to_thread(running.child.wait, 30)
    with site.serving(kind) as running:
        back = await running.connect(room["code"], room["alice"])
        assert back.table == client.table
        # The acknowledged command is not repeated.
        answer = await back.ask("roll", game=back.table["game"], turn=1, roll=0, id="c1")
        assert answer == {"type": "ack", "id": "c1", "seq": 2}
        await back.leave()
