"""Processes tell each other who is in their rooms, in few messages."""

import asyncio
from time import monotonic
from typing import Any

from channels.layers import InMemoryChannelLayer
from pytest_django.fixtures import Settings

from games.database.threads import in_database
from games.live import presence_exchange, registry
from games.live.hints import LOBBY_ID, Hint, PeopleHere, RoomPeople
from games.live.presence import MAX_PROMPT_SOCKETS
from games.live.presence_exchange import PresenceExchange
from games.live.registry import Hubs, use_hubs
from games.models import Room, User
from tests.support.client import AsgiClient, visit
from tests.support.fixtures import Processes
from tests.support.people import open_room, seated


class CountingLayer(InMemoryChannelLayer):  # type: ignore[misc]  # channels is untyped
    """Counts what is sent, by kind."""

    def __init__(self) -> None:
        super().__init__(capacity=10_000)
        self.sent: list[dict[str, Any]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send and count."""
        self.sent.append(message)
        await super().group_send(group, message)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one kind."""
        return [message for message in self.sent if message["kind"] == kind]


async def visit_in(hubs: Hubs, room: Room, user: User) -> AsgiClient:
    """Connect to a room in one of the processes."""
    use_hubs(hubs)
    return await visit(room, user)


async def test_it_tells_changes_together(settings: Settings) -> None:
    told: list[Hint] = []
    exchange = PresenceExchange(told.append)
    for room in range(3):
        exchange.tell(RoomPeople(room, (), 1))
    exchange.tell(RoomPeople(0, (7,), 2))
    exchange.ask(9)
    await asyncio.sleep(2 * presence_exchange.TELL_S)
    rooms = (RoomPeople(0, (7,), 2), RoomPeople(1, (), 1), RoomPeople(2, (), 1))
    assert told == [PeopleHere(room=LOBBY_ID, part=0, rooms=rooms, asks=(9,))]


async def test_it_splits_what_is_too_much_for_one_message() -> None:
    told: list[Any] = []
    exchange = PresenceExchange(told.append)
    for room in range(presence_exchange.MAX_ROOMS + 1):
        exchange.tell(RoomPeople(room, (), 1))
    await asyncio.sleep(2 * presence_exchange.TELL_S)
    assert [len(hint.rooms) for hint in told] == [presence_exchange.MAX_ROOMS, 1]
    assert len({hint.key for hint in told}) == 2


async def test_it_shows_who_is_in_another_process(
    processes: Processes, alice: User, bob: User
) -> None:
    layer = CountingLayer()
    here, there = await processes(layer)
    room = await in_database(lambda: seated(alice, bob))
    one = await visit_in(here, room, alice)
    two = await visit_in(there, room, bob)
    await one.hear("presence", here=[alice.pk, bob.pk], away=[])
    # The later process has asked, and was answered.
    await two.hear("presence", here=[alice.pk, bob.pk], away=[])


async def test_it_repeats_all_rooms_in_one_message(processes: Processes, alice: User) -> None:
    layer = CountingLayer()
    here, _ = await processes(layer)
    rooms = await in_database(lambda: [open_room(alice) for _ in range(4)])
    for room in rooms:
        await visit_in(here, room, alice)
    await asyncio.sleep(3 * presence_exchange.TELL_S)
    layer.sent.clear()
    await here._repeat_presence()
    await asyncio.sleep(3 * presence_exchange.TELL_S)
    (message,) = [each for each in layer.of("people") if each["rooms"]]
    assert sorted(each[0] for each in message["rooms"]) == sorted(room.pk for room in rooms)


async def test_it_tells_a_large_room_once_a_second(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    began = monotonic()
    one = await visit(room, alice)
    for _ in range(2 * MAX_PROMPT_SOCKETS):
        await visit(room)
    ticks = 1 + (monotonic() - began) // registry.TICK_S
    heard = [frame for frame in one.frames if frame["type"] == "presence"]
    assert len(heard) <= MAX_PROMPT_SOCKETS + ticks
    hubs.rooms[room.code].tick()
    await one.hear("presence", watching=2 * MAX_PROMPT_SOCKETS)
