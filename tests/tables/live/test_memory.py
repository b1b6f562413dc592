"""Rooms and sockets that are over leave no memory behind, even without the garbage collector: it
looks at what has lived for some minutes only after hours.
"""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from games.models import User
from games.platform.database.threads import in_database
from games.record.log.batches import Entry
from games.tables.live import presence, registry
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.people import playing


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Only reference counts free memory."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def test_it_frees_a_room_and_its_game_when_nobody_has_been_there_for_a_while(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    player, spectator = await visit(room, alice), await visit(room)
    hub = hubs.rooms[room.code]
    assert hub.game is not None
    alive: list[ref[Any]] = [ref(hub), ref(hub.game), *map(ref, hub.listeners)]
    assert len(alive) == 4
    await player.leave()
    await spectator.leave()
    hub.idle_since -= registry.IDLE_S + 1
    del hub
    await hubs._tick()
    assert hubs.rooms == {}
    for _ in range(60):
        if not any(each() for each in alive):
            break
        # Tasks that are done go in the next iteration; win chances look again after 2 s.
        await asyncio.sleep(0.1)
    assert [each() for each in alive] == [None] * 4


async def test_it_frees_what_a_move_has_written(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    player = await visit(room, alice)
    # What tests before this one left, such as tracebacks, may hold theirs.
    before = {id(each) for each in entries()}
    await player.roll()
    await player.score("choice")
    # The writer's thread still holds its last batch.
    assert len([each for each in entries() if id(each) not in before]) <= 1


def entries() -> list[Entry]:
    """Return what was queued for the log and is not freed."""
    return [each for each in gc.get_objects() if type(each) is Entry]


def test_a_room_remembers_few_of_those_who_were_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MAX_AWAY", 10)
    people, now = presence.Presence(0.0), 1000.0
    people.joined(1)
    for visitor in range(2, 500):
        people.joined(visitor)
        people.here(now)
        people.left(visitor, now)
        now += presence.LINGER_S
        people.here(now)
        assert len(people._last_here) <= 12
    assert people.here(now) == (frozenset({1}), 0)
    assert people.away_for(1, now) == 0
    # The newest is remembered; of the oldest it is known that they have been away for long.
    assert people.away_for(499, now) == presence.LINGER_S
    assert people.away_for(2, now) == now
