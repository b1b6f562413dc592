"""Presence, selected dice and chat."""

import json
import logging

import pytest

from games.core.engine import AUTO_MS
from games.models import ChatMessage, User
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.tables.live import presence as hub_presence
from games.tables.live.registry import Hubs
from games.tables.rooms.permissions import AWAY_S
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import keep, open_room, playing, seated


async def test_it_names_spectators_with_an_account_and_counts_guests(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: open_room(alice))
    await in_database(lambda: keep(charlie))
    one = await visit(room, alice)
    await one.hear("presence", watching=0, watchers=[])
    await visit(room, bob)
    await visit(room, charlie)
    await visit(room)
    await one.hear("presence", watching=3, watchers=["Charlie"])
    other = await visit(room)
    assert other.frames[0]["presence"]["watchers"] == ["Charlie"]


async def test_it_shows_a_player_as_present_during_a_reload(
    hubs: Hubs, alice: User, bob: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.hear("presence", here=[alice.pk, bob.pk])
    await two.leave()
    hub = hubs.rooms[room.code]
    count = len(one.frames)
    hub.show_presence()
    clock.advance(hub_presence.LINGER_S - 1)
    hub.show_presence()
    back = await visit(room, bob)
    assert len(one.frames) == count
    await back.leave()
    clock.advance(hub_presence.LINGER_S + 1)
    hub.show_presence()
    await one.hear("presence", here=[alice.pk], away=[bob.pk])


async def test_it_counts_a_player_with_two_tabs_once_until_both_are_closed(
    hubs: Hubs, alice: User, bob: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one, tab, other = await visit(room, alice), await visit(room, bob), await visit(room, bob)
    await tab.leave()
    clock.advance(hub_presence.LINGER_S + 1)
    hub = hubs.rooms[room.code]
    hub.show_presence()
    assert hub.presence.message(hub.room.players, monotonic()).here == (alice.pk, bob.pk)
    await other.leave()
    clock.advance(hub_presence.LINGER_S + 1)
    hub.show_presence()
    await one.hear("presence", here=[alice.pk])


async def test_it_lets_others_have_an_absent_seat_played_after_half_a_minute_only(
    hubs: Hubs, alice: User, bob: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    game = two.table["game"]
    assert (await two.ask("play_on", game=game, seat=0))["code"] == "forbidden"
    await one.leave()
    hubs.rooms[room.code].show_presence()
    clock.advance(AWAY_S - 1)
    assert (await two.ask("play_on", game=game, seat=0))["code"] == "forbidden"
    clock.advance(hub_presence.LINGER_S + 2)
    assert (await two.ask("play_on", game=game, seat=1))["type"] == "error"
    done = await two.ask("play_on", game=game, seat=0, id="go")
    assert done["type"] == "ack"
    view = two.table
    assert view["seats"][0]["auto"] is True
    assert view["deadline"] == two.events[-1]["at"] + AUTO_MS
    # Bob comes back: the seat is theirs, and the old command still gets its old answer.
    back = await visit(room, alice)
    await back.reach(view["seq"] + 1)
    assert back.table["seats"][0]["auto"] is False
    assert await two.ask("play_on", game=game, seat=0, id="go") == done
    assert (await back.roll())["type"] == "ack"


async def test_it_shows_the_others_the_selected_dice(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.roll()
    game = one.table["game"]
    await one.send(json.dumps({"type": "select", "game": game, "turn": 1, "hold": [3, 1]}))
    heard = await two.hear("selection")
    expected = {"type": "selection", "game": game, "seat": 0, "turn": 1, "hold": [1, 3]}
    assert heard == expected
    assert (await visit(room)).frames[0]["selection"] == expected
    await one.roll((1, 3))
    assert (await visit(room)).frames[0]["selection"] is None


@pytest.mark.parametrize("sign", ["\0", "\x07", "\n", "\x7f", "\x85", "\u202e", "\u200b", "\ufeff"])
async def test_it_refuses_invisible_characters(
    hubs: Hubs, alice: User, sign: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    room = await in_database(lambda: open_room(alice))
    client = await visit(room, alice)
    answer = await client.ask("chat", text=f"a{sign}b")
    assert answer["code"] == "bad_message"
    assert await in_database(ChatMessage.objects.count) == 0
    assert caplog.records == []


async def test_it_remembers_the_last_fifty_lines(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    await in_database(
        lambda: ChatMessage.objects.bulk_create(
            ChatMessage(room=room, player=alice, name="Alice", text=str(i), key=str(i))
            for i in range(60)
        )
    )
    client = await visit(room)
    assert [line["text"] for line in client.frames[0]["chat"]] == [str(i) for i in range(10, 60)]
