"""Sockets that the server calls for each message, and that have no task at rest."""

import asyncio
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from games.core.protocol.errors import CloseCode
from games.models import ChatMessage, Room, User
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.platform.limits import rates
from games.platform.server.extension import ATTACH
from games.platform.server.overrides.daphne_server import CHECK_SECONDS
from games.platform.server.server import PING_SECONDS
from games.tables.live import registry
from games.tables.live.registry import Hubs
from games.tables.live.room import RoomHub
from games.tables.sockets import connection
from games.tables.sockets.connection import Connection
from tests.support.client import PATIENCE_S, AsgiClient
from tests.support.people import cookie_of, playing


class AttachedClient(AsgiClient):
    """A client of a server that attaches."""

    receiver: Connection | None = None

    async def enter(self) -> "AttachedClient":
        """Connect, and wait until the handler has returned."""
        self.scope |= {"extensions": {ATTACH: self._attach}}
        await self.open()
        assert self._task is not None
        await asyncio.wait_for(self._task, PATIENCE_S)
        return self

    def _attach(self, receiver: Connection) -> None:
        self.receiver = receiver
        while not self._inbox.empty():
            receiver.on_message(self._inbox.get_nowait())

    def _application_ended(self, task: "asyncio.Task[None]") -> None:
        if self.receiver is None:
            super()._application_ended(task)

    async def _receive(self, message: Any) -> None:
        await super()._receive(message)
        if message["type"] == "websocket.close" and self.receiver is not None:
            self.receiver.on_message(self._inbox.get_nowait())

    async def send(self, frame: str | bytes) -> None:
        assert self.receiver is not None
        kind = "text" if isinstance(frame, str) else "bytes"
        self.receiver.on_message({"type": "websocket.receive", kind: frame})

    async def leave(self) -> None:
        """Disconnect, and wait until the application has handled it."""
        assert self.receiver is not None
        self.receiver.on_message({"type": "websocket.disconnect", "code": 1001})
        await self.rest()

    async def rest(self) -> None:
        """Wait until no command is being done."""
        assert self.receiver is not None
        while (task := self.receiver.running) is not None:
            await asyncio.wait({task})


async def attached(room: Room, user: User | None = None) -> AttachedClient:
    cookie = None if user is None else await in_database(lambda: cookie_of(user))
    client = AttachedClient(f"/ws/v1/rooms/{room.code}/", cookie)
    # Its place is kept until it leaves, which most tests do not wait for.
    client.scope |= {"client": ("192.0.2.9", 1)}
    return await client.enter()


async def test_it_plays_and_has_no_task_between_two_commands(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await attached(room, alice), await attached(room, bob)
    for client in (one, two):
        assert client.receiver is not None
        assert client.receiver.running is None
    assert (await one.roll())["type"] == "ack"
    assert await two.reach(2) == await one.reach(2)
    first = {"game": one.table["game"], "turn": 1, "roll": 0}
    assert (await two.ask("roll", **first))["code"] == "not_your_turn"
    await one.rest()
    assert one.receiver is not None
    assert one.receiver.running is None


async def test_it_does_commands_in_their_order(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await attached(room, alice)
    first = one.moment()
    ids = [await one.say("roll", **{**first, "roll": number}, hold=[]) for number in (0, 1, 2)]
    await one.say("ping")
    assert one.receiver is not None
    assert one.receiver.waiting == 3
    assert [(await one.answer(id_))["type"] for id_ in ids] == ["ack"] * 3
    await one.hear("pong", seq=4)


async def test_it_does_the_last_moves_of_a_client_that_has_gone_and_no_more(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, other = await attached(room, alice), await attached(room)
    first = one.moment()
    await one.say("roll", **{**first, "roll": 0}, hold=[])
    await one.say("roll", **{**first, "roll": 1}, hold=[])
    for number in range(30):
        await one.say("chat", text=f"still here {number}")
    await one.leave()
    await other.reach(2)
    lines = await in_database(lambda: ChatMessage.objects.filter(room=room).count())
    # The first command was being done.
    assert lines == connection.LAST_COMMANDS - 1


async def test_it_refuses_broken_frames_and_stays(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await attached(room, alice)
    await one.send("{")
    await one.send(b"\x00")
    for _ in range(2):
        await one.hear("error", code="bad_message")
    assert (await one.roll())["type"] == "ack"


async def test_it_leaves_after_its_last_command(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await attached(room, alice), await attached(room, bob)
    await one.say("roll", **one.moment(), hold=[])
    await one.leave()
    assert (await two.reach(2))["seq"] == 2
    hub = hubs.rooms[room.code]
    assert [listener.player for listener in hub.listeners] == [bob.pk]


async def test_it_gives_its_place_back_at_the_end(
    hubs: Hubs, alice: User, bob: User, settings: Settings
) -> None:
    settings.SOCKET_RATE, settings.SOCKETS_PER_ADDRESS = 20, 1
    rates.BUCKETS.clear()
    room = await in_database(lambda: playing(alice, bob))
    path = f"/ws/v1/rooms/{room.code}/"
    one, two, three = AttachedClient(path), AsgiClient(path), AttachedClient(path)
    for client in (one, two, three):
        client.scope |= {"client": ("192.0.2.7", 1)}
    await one.enter()
    assert (await two.open()).closed == 4430
    await one.leave()
    assert (await three.enter()).closed is None


async def test_it_is_dropped_and_leaves(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await attached(room, alice)
    assert one.receiver is not None
    one.receiver.drop(CloseCode.SESSION_ENDED)
    assert await one.end() == 4401
    await one.rest()
    assert not hubs.rooms[room.code].listeners


async def hang(*_: object) -> None:
    """Never end."""
    await asyncio.Event().wait()


async def test_it_ends_a_command_that_takes_too_long(
    hubs: Hubs, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await attached(room, alice)
    monkeypatch.setattr(RoomHub, "change", hang)
    id_ = await one.say("stand")
    await asyncio.sleep(0)
    assert one.receiver is not None
    one.receiver.enforce_timeout(one.receiver.heard_at + connection.COMMAND_S + 1)
    assert (await one.answer(id_))["code"] == "busy"
    assert (await one.roll())["type"] == "ack"


async def test_its_pongs_do_not_prolong_a_command(
    hubs: Hubs, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = monotonic()
    monkeypatch.setattr(connection, "monotonic", lambda: now)
    room = await in_database(lambda: playing(alice, bob))
    one = await attached(room, alice)
    monkeypatch.setattr(RoomHub, "change", hang)
    id_ = await one.say("stand")
    await asyncio.sleep(0)
    assert one.receiver is not None
    now += connection.COMMAND_S + 1
    one.receiver.on_pong()
    one.receiver.enforce_timeout(now)
    assert (await one.answer(id_))["code"] == "busy"


async def test_it_stays_while_its_browser_answers_pings_and_no_longer(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    hidden, gone = await attached(room, alice), await attached(room, bob)
    assert hidden.receiver is not None
    assert gone.receiver is not None
    for client in (hidden.receiver, gone.receiver):
        client.heard_at -= registry.SILENT_S + 1
    hidden.receiver.on_pong()
    await hubs._tick()
    assert await gone.end() == CloseCode.IDLE
    assert hidden.closed is None
    hidden.receiver.heard_at -= registry.SILENT_S + 1
    await hubs._tick()
    assert await hidden.end() == CloseCode.IDLE


def test_the_server_pings_twice_before_a_client_counts_as_silent() -> None:
    late_s = 2.0
    assert PING_SECONDS + CHECK_SECONDS + late_s < registry.SILENT_S
