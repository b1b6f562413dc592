"""Presence, selected dice and chat."""

import json
import logging

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clock import monotonic
from games.database.threads import in_database
from games.engine import AUTO_MS
from games.live import presence as hub_presence
from games.live.registry import Hubs
from games.live.room import AWAY_S
from games.models import ChatMessage, Room, User
from games.rooms import chat
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import keep, open_room, playing, seated


async def test_it_shows_who_is_present_who_is_away_and_how_many_watch(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one = await visit(room, alice)
    await one.hear("presence", here=[alice.pk], away=[bob.pk], watching=0)
    await visit(room, bob)
    await one.hear("presence", here=[alice.pk, bob.pk], away=[], watching=0)
    await visit(room, charlie)
    await visit(room)
    heard = await one.hear("presence", watching=2)
    assert heard["here"] == [alice.pk, bob.pk, charlie.pk]


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


async def test_it_no_longer_names_an_account_that_has_sat_down_or_left(
    hubs: Hubs, alice: User, charlie: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: open_room(alice))
    await in_database(lambda: keep(charlie))
    one, two = await visit(room, alice), await visit(room, charlie)
    await one.hear("presence", watchers=["Charlie"])
    await two.ask("sit")
    await one.hear("presence", watching=0, watchers=[])
    await two.ask("stand")
    await one.hear("presence", watching=1, watchers=["Charlie"])
    await two.leave()
    clock.advance(hub_presence.LINGER_S + 1)
    hubs.rooms[room.code].show_presence()
    await one.hear("presence", watching=0, watchers=[])


async def test_it_does_not_count_a_spectator_who_has_sat_down(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(alice))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.hear("presence", here=[alice.pk, bob.pk], watching=1)
    await two.ask("sit")
    await one.hear("presence", here=[alice.pk, bob.pk], watching=0)


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


async def test_it_ends_automatic_play_when_the_player_acts_or_says_so(
    hubs: Hubs, alice: User, bob: User, clock: FakeClock
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    hub = await hubs.enter(room.code)
    assert hub is not None
    two = await visit(room, bob)
    game = two.table["game"]
    clock.advance(AWAY_S + 1)
    await two.ask("play_on", game=game, seat=0)
    one = await visit(room, alice)
    await one.reach(3)
    assert [event["type"] for event in one.events[-1:]] == ["seat.back"]
    assert (await one.ask("back", game=game))["code"] == "stale"


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


async def test_it_passes_chat_on_once_however_often_it_is_sent(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(alice))
    one, two = await visit(room, alice), await visit(room, bob)
    for _ in range(3):
        assert (await one.ask("chat", text="hello 👨‍👩‍👧", id="line"))["type"] == "ack"
    await two.ask("chat", text="hi", id="line")
    lines = [frame for frame in two.frames if frame["type"] == "chat"]
    assert [(line["name"], line["text"]) for line in lines] == [
        ("Alice", "hello 👨‍👩‍👧"),
        ("Bob", "hi"),
    ]
    assert (await visit(room)).frames[0]["chat"] == lines
    assert await in_database(ChatMessage.objects.count) == 2


async def test_it_sends_a_line_of_chat_without_the_room(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: open_room(alice))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.ask("ping")
    before = len(one.frames), len(two.frames)
    await one.ask("chat", text="hello")
    await two.hear("chat")
    assert [frame["type"] for frame in one.frames[before[0] :]] == ["chat", "ack"]
    assert [frame["type"] for frame in two.frames[before[1] :]] == ["chat"]
    assert await in_database(lambda: Room.objects.get(pk=room.pk).rev) == room.rev


async def test_it_stores_a_line_with_few_queries(alice: User) -> None:
    room = await in_database(lambda: open_room(alice))

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            chat.say(room.pk, alice.pk, "k", "hello")
        return len([query for query in captured if "SAVEPOINT" not in query["sql"]])

    # Begin, lock, room, player, twice removed, old line, new line, commit.
    assert await in_database(queries) <= 9


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
