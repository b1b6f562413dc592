"""Tables where Alice and Bob have sealed their seeds, over sockets."""

from typing import Any, TypeAlias

from games.models import Game, Room, User
from games.platform.database.threads import in_database
from games.record.log.verifying import problems_of
from tests.support.client import AsgiClient, visit
from tests.support.people import current_game, open_room
from tests.support.sealing import Kept, seal

Started: TypeAlias = tuple[Room, AsgiClient, AsgiClient, Kept, Kept]


async def table_of(alice: User, bob: User, **settings: Any) -> tuple[Room, AsgiClient, AsgiClient]:
    """A room where Alice and Bob sit, and are connected."""
    room = await in_database(lambda: open_room(alice, **settings))
    one, two = await visit(room, alice), await visit(room, bob)
    assert (await two.ask("sit"))["type"] == "ack"
    await one.hear("presence", here=[alice.pk, bob.pk])
    return room, one, two


async def begun(alice: User, bob: User, **settings: Any) -> Started:
    """A game that waits for the seeds of Alice and Bob."""
    room, one, two = await table_of(alice, bob, **settings)
    hers, his = await seal(one, alice), await seal(two, bob)
    assert (await one.ask("start"))["type"] == "ack"
    for client in (one, two):
        await client.reach(1)
    return room, one, two, hers, his


async def game_of(room: Room) -> Game:
    return await in_database(lambda: current_game(room))


async def problems(room: Room) -> list[str]:
    return await in_database(lambda: problems_of(current_game(room)))
