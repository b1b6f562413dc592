"""At a table of strangers a new name shows after the game, and never to who blocked its owner."""

from functools import partial

import pytest

from games.models import Room, User
from games.platform.database.threads import in_database
from games.site.account.membership.blocks import block
from games.site.account.membership.renaming import rename_player
from games.tables.live.registry import Hubs
from games.tables.rooms.consent import change_game
from games.tables.rooms.opening import open_paired_room
from games.tables.rooms.starting import start
from tests.support.client import AsgiClient, visit

pytestmark = pytest.mark.registered


def open_game(*people: User) -> Room:
    room = open_paired_room([each.pk for each in people], "yacht", {}, None, rated=False)
    Room.objects.filter(pk=room.pk).update(begins_by=None)
    start(room.pk, people[0].pk)
    return room


def names_in(client: AsgiClient) -> set[str]:
    """All names of Bob's seat that the client has ever got."""
    rooms = [frame["room"] for frame in client.frames if "room" in frame]
    return {seat["name"] for room in rooms for seat in room["seats"] if seat["seat"] == 1}


async def test_a_new_name_shows_after_the_game_but_to_nobody_who_blocked_its_owner(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: open_game(alice, bob))
    old = bob.name
    one, two, watcher = [await visit(room, each) for each in (alice, bob, charlie)]
    await in_database(lambda: block(alice.pk, bob.pk))
    hubs.people_changed()
    await one.hear("people")
    await in_database(partial(rename_player, bob, "Bobby Tables"))
    await (await hubs.enter(room.code)).refresh()  # type: ignore[union-attr]
    late = await visit(room, charlie)
    await two.ask("react", reaction="clap")
    assert (await watcher.hear("reaction"))["name"] == old
    for client in (one, two, watcher, late):
        assert names_in(client) == {old}
    game = one.frames[0]["game"]
    assert (await two.ask("resign", game=game))["type"] == "ack"
    await watcher.hear("room")
    await (await hubs.enter(room.code)).refresh()  # type: ignore[union-attr]
    assert names_in(watcher) == {old, "Bobby Tables"}
    assert names_in(one) == {old}
    assert names_in(await visit(room, alice)) == {old}
    assert names_in(await visit(room, charlie)) == {"Bobby Tables"}
    # The game that the name was from is no longer the table's.
    change = partial(change_game, room.pk, alice.pk, "yatzy", {}, None)
    await in_database(change)
    await (await hubs.enter(room.code)).refresh()  # type: ignore[union-attr]
    assert names_in(one) == {old}
    assert names_in(await visit(room, alice)) == {old}
    assert names_in(await visit(room, charlie)) == {"Bobby Tables"}
