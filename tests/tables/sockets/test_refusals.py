"""Every refusal has one shape, names the command, and changes nothing."""

from typing import Any

import pytest

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import visit
from tests.support.people import open_room, playing, seated


async def refused(client: Any, type_: str, **fields: Any) -> str:
    """Send a message and return the code of its refusal."""
    answer = await client.ask(type_, **fields)
    assert answer.keys() == {"type", "id", "code", "message"}
    assert answer["type"] == "error"
    assert answer["message"]
    return str(answer["code"])


async def test_it_refuses_what_is_not_allowed_at_this_moment(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two, other = await visit(room, alice), await visit(room, bob), await visit(room, charlie)
    game = one.table["game"]
    first = {"game": game, "turn": 1, "roll": 0}
    before = dict(one.table)

    assert await refused(other, "roll", **first) == "not_seated"
    assert await refused(other, "resign", game=game) == "not_seated"
    assert await refused(two, "roll", **first) == "not_your_turn"
    assert await refused(one, "roll", **{**first, "turn": 2}) == "stale"
    assert await refused(one, "roll", **{**first, "roll": 1}) == "stale"
    assert await refused(one, "roll", **{**first, "game": "zzzzzzzzzzzz"}) == "stale"
    assert await refused(one, "roll", **first, hold=[0]) == "bad_hold"
    assert await refused(one, "score", **first, category="ones") == "must_roll_first"
    assert await refused(one, "back", game=game) == "stale"
    assert await refused(two, "play_on", game=game, seat=0) == "forbidden"
    assert await refused(two, "play_on", game=game, seat=7) == "not_found"
    assert await refused(two, "select", game=game, turn=1, hold=[0]) == "not_your_turn"
    assert await refused(one, "select", game=game, turn=2, hold=[0]) == "stale"
    assert one.table == before
    assert (await one.roll())["type"] == "ack"
    moment = one.moment()
    assert await refused(one, "roll", **moment, hold=[1, 1]) == "bad_hold"
    assert await refused(one, "score", **moment, category="nonsense") == "no_such_box"
    assert await refused(one, "score", **moment, category="ones", column=1) == "no_such_box"
    await one.roll()
    await one.roll()
    assert await refused(one, "roll", **one.moment()) == "no_rolls_left"
    await one.score("ones")
    await two.reach(5)
    await two.roll()
    await two.score("twos")
    await one.reach(7)
    await one.roll()
    assert await refused(one, "score", **one.moment(), category="ones") == "box_filled"
    await one.ask("resign", game=game)
    assert await refused(two, "roll", **first) == "game_over"


async def test_it_refuses_what_belongs_before_a_game(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one = await visit(room, alice)
    before = dict(one.table)
    for type_, fields in (
        ("sit", {}),
        ("stand", {}),
        ("ready", {}),
        ("seed", {"seed": "abc"}),
        ("start", {}),
        ("close", {"seat": 1}),
        ("open", {"seat": 1}),
        ("remove", {"seat": 1}),
        ("add_bot", {"bot": "pip"}),
        ("fill", {}),
        ("stand_ins", {"on": True}),
        ("rematch", {}),
    ):
        assert await refused(one, type_, **fields) == "already_started", type_
    assert one.table == before


async def test_it_refuses_a_box_that_the_joker_rule_forbids(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: playing(alice, variant="yahtzee"))
    client = await visit(room, alice)
    hub = hubs.rooms[room.code]
    assert hub.game is not None

    class Fives:
        def throw(self, *_: int) -> int:
            return 5

        def reveal(self) -> str:
            return "0" * 64

    hub.game._loaded.dice = Fives()  # type: ignore[assignment]
    await client.roll()
    await client.score("yahtzee")
    await client.roll()
    answer = await client.score("chance")
    assert answer["code"] == "box_not_allowed"


async def test_it_refuses_what_the_room_does_not_allow(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: seated(alice, bob))
    one, two, other = await visit(room, alice), await visit(room, bob), await visit(room, charlie)
    code = "zzzzzzzzzzzz"
    assert (await one.ask("roll", game=code, turn=1, roll=0))["code"] == "not_started"
    assert (await one.ask("rematch"))["code"] == "not_started"
    seal = "0" * 64
    assert (await other.ask("sit", seal=seal))["code"] == "bad_message"
    assert (await other.ask("sit", game=code, seal=seal, seed="abc"))["code"] == "bad_message"
    assert (await other.ask("sit"))["code"] == "room_full"
    assert (await other.ask("sit", seat=1))["code"] == "seat_taken"
    assert (await other.ask("stand"))["code"] == "not_seated"
    assert (await other.ask("ready"))["code"] == "not_seated"
    assert (await two.ask("start"))["code"] == "forbidden"
    assert (await one.ask("remove", seat=5))["code"] == "not_found"
    assert (await one.ask("remove", seat=1))["type"] == "ack"
    assert (await two.ask("sit"))["code"] == "forbidden"
    assert (await two.ask("chat", text="but why"))["code"] == "forbidden"


@pytest.mark.parametrize("type_", ["sit", "chat"])
async def test_it_tells_a_player_who_was_deleted_meanwhile_to_sign_in(
    hubs: Hubs, alice: User, bob: User, type_: str
) -> None:
    room = await in_database(lambda: open_room(alice))
    client = await visit(room, bob)
    await in_database(bob.delete)
    fields = {"text": "hi"} if type_ == "chat" else {}
    assert (await client.ask(type_, **fields))["code"] == "sign_in_first"


async def test_it_says_not_found_when_the_room_is_deleted(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    client = await visit(room, alice)
    await in_database(room.delete)
    assert (await client.ask("sit"))["code"] == "not_found"
