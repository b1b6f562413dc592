"""Processes tell each other who is in their rooms, in few messages."""

import asyncio
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.models import Room, User
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.tables.live import presence, registry
from games.tables.live.presence import PresenceExchange
from games.tables.live.presence_display import MAX_PROMPT_SOCKETS
from games.tables.live.process_hints import RoomPeople
from games.tables.live.registry import Hubs, use_hubs
from games.tables.rooms import local_seats
from tests.fixtures import Processes
from tests.support.client import AsgiClient, visit
from tests.support.clock import FakeClock
from tests.support.people import open_room, seated
from tests.support.sealing import seal


class CountingLayer(InMemoryChannelLayer):  # type: ignore[misc]  # channels is untyped
    """Counts what is sent, by kind."""

    def __init__(self) -> None:
        super().__init__(capacity=10_000)
        self.sent: list[dict[str, Any]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append(message)
        await super().group_send(group, message)

    def of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of one kind."""
        return [message for message in self.sent if message["kind"] == kind]


async def visit_in(hubs: Hubs, room: Room, user: User) -> AsgiClient:
    """Connect to a room in one of the processes."""
    use_hubs(hubs)
    return await visit(room, user)


async def test_it_splits_what_is_too_much_for_one_message() -> None:
    told: list[Any] = []
    exchange = PresenceExchange(told.append)
    for room in range(presence.MAX_ROOMS + 1):
        exchange.tell(RoomPeople(room, (), 1))
    await asyncio.sleep(2 * presence.TELL_S)
    assert [len(hint.rooms) for hint in told] == [presence.MAX_ROOMS, 1]
    assert len({hint.key for hint in told}) == 2


class ForgetfulLayer(InMemoryChannelLayer):  # type: ignore[misc]  # channels is untyped
    """Loses what processes tell each other of people, while `loses`."""

    loses = False

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        if not (self.loses and message["kind"] == "people"):
            await super().group_send(group, message)


async def test_it_asks_who_is_there_before_it_refuses_a_start(
    processes: Processes, alice: User, bob: User
) -> None:
    layer = ForgetfulLayer()
    here, there = await processes(layer)
    room = await in_database(lambda: seated(alice, bob))
    one = await visit_in(here, room, alice)
    await seal(one, alice)
    # After a restart of the database, for example, processes have much to do at once.
    layer.loses = True
    two = await visit_in(there, room, bob)
    await seal(two, bob)
    # The questions of the one who has come are over.
    await asyncio.sleep(presence.ASK_AGAIN_S + 3 * presence.TELL_S)
    use_hubs(here)
    starting = asyncio.create_task(one.ask("start"))
    # The first question is lost, too: it is asked again.
    await asyncio.sleep(3 * presence.TELL_S)
    layer.loses = False
    assert (await starting)["type"] == "ack"
    await one.reach(1)


@pytest.mark.parametrize("claimed_ago", [0, 60])
async def test_a_seat_is_not_taken_back_from_somebody_on_another_server(
    processes: Processes, alice: User, bob: User, clock: FakeClock, claimed_ago: float
) -> None:
    # Neither just after they took it over, nor when this server has not heard of them.
    layer = ForgetfulLayer()
    here, there = await processes(layer)

    def prepare() -> tuple[Room, str]:
        room = open_room(alice, seats=2)
        local_seats.add(room.pk, alice.pk, "Tom")
        return room, local_seats.offer(room.pk, alice.pk, 1)[0]

    room, word = await in_database(prepare)
    one = await visit_in(here, room, alice)
    layer.loses = True
    await visit_in(there, room, bob)
    await in_database(lambda: local_seats.claim(room.pk, word, bob.pk))
    for hubs in (here, there):
        hubs.room_changed(room.pk)
    await one.reach_room(
        seats=[*one.room["seats"][:1], one.room["seats"][1] | {"operator": bob.pk, "ready": False}]
    )
    await in_database(
        lambda: room.seats.filter(number=1).update(
            handed_at=utc_now() - timedelta(seconds=claimed_ago)
        )
    )
    use_hubs(here)
    asking = asyncio.create_task(one.ask("take_back", seat=1))
    await asyncio.sleep(3 * presence.TELL_S)
    layer.loses = False
    answer = await asking
    assert answer["code"] == "forbidden", answer
    seat = await in_database(lambda: room.seats.get(number=1))
    assert seat.operator_id == bob.pk


async def test_it_refuses_a_start_without_somebody_whom_no_other_process_knows(
    processes: Processes, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LINGER_S", 0.0)
    here, there = await processes(InMemoryChannelLayer())
    room = await in_database(lambda: seated(alice, bob))
    one = await visit_in(here, room, alice)
    two = await visit_in(there, room, bob)
    await seal(one, alice)
    await seal(two, bob)
    await one.hear("presence", here=[alice.pk, bob.pk], away=[])
    await two.leave()
    await one.hear("presence", here=[alice.pk], away=[bob.pk])
    use_hubs(here)
    refusal = await one.ask("start")
    assert refusal["message"] == "Bob must be connected at the start."


async def test_it_repeats_all_rooms_in_one_message(processes: Processes, alice: User) -> None:
    layer = CountingLayer()
    here, _ = await processes(layer)
    rooms = await in_database(lambda: [open_room(alice) for _ in range(4)])
    for room in rooms:
        await visit_in(here, room, alice)
    await asyncio.sleep(3 * presence.TELL_S)
    layer.sent.clear()
    await here._repeat_presence()
    await asyncio.sleep(3 * presence.TELL_S)
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
