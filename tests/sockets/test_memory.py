"""Rooms and sockets that are over leave no memory behind, even without the garbage collector: it
looks at what has lived for some minutes only after hours.
"""

import asyncio
import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from games.database.threads import in_database
from games.live import registry
from games.live.registry import Hubs
from games.log.batches import Entry
from games.models import User
from games.server.weak_method import weak_method
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
    # Tasks that are done go in the next iteration.
    await asyncio.sleep(0.1)
    assert [each() for each in alive] == [None] * 4


async def test_it_frees_what_a_move_has_written(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    player = await visit(room, alice)
    await player.roll()
    await player.score("choice")
    # The writer's thread still holds its last batch.
    assert len([each for each in gc.get_objects() if isinstance(each, Entry)]) <= 1


def test_it_calls_a_method_as_long_as_its_object_lives() -> None:
    class Counter:
        def __init__(self) -> None:
            self.told = 0
            self.tell = weak_method(self.add)

        def add(self, more: int, times: int = 1) -> int:
            self.told += more * times
            return self.told

    counter = Counter()
    tell = counter.tell
    assert [tell(2), tell(3, times=2)] == [2, 8]
    alive = ref(counter)
    del counter
    assert alive() is None
    assert tell(1) is None
