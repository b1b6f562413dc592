"""The same application under `manage.py serve` and under Uvicorn."""

import asyncio
from collections.abc import Iterator
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


async def test_it_refuses_foreign_pages_before_the_handshake(
    server: Server, room: dict[str, Any]
) -> None:
    for origin in ("http://elsewhere.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            await server.connect(room["code"], room["alice"], origin=origin)
        # Daphne answers 400 to "null".
        assert refused.value.response.status_code in (400, 403)


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
