"""What clients rely on besides the types of frames: chairs and seats, `next`, `sync`, refusals."""

from typing import Any

from games.models import User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient, visit
from tests.support.people import open_room, playing


async def kinds_since(client: AsgiClient, start: int) -> list[str]:
    """The types of the messages since a number of them, without the volatile ones."""
    volatile = ("presence", "selection", "chances", "reaction")
    return [frame["type"] for frame in client.frames[start:] if frame["type"] not in volatile]


async def test_it_numbers_seats_of_the_game_without_empty_chairs(
    hubs: Hubs, alice: User, bob: User
) -> None:
    room = await in_database(lambda: open_room(alice, seats=3))
    one, two = await visit(room, alice), await visit(room, bob)
    await two.ask("sit", seat=2)
    await one.ask("start")
    await one.reach(1)
    assert [chair["player"] for chair in one.room["seats"]] == [alice.pk, None, bob.pk]
    assert [(seat["seat"], seat["player"]) for seat in one.table["seats"]] == [
        (0, alice.pk),
        (1, bob.pk),
    ]


async def test_it_changes_next_at_the_start_before_the_update(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice, seats=1))
    one = await visit(room, alice)
    coming, heard = one.room["next"], len(one.frames)
    await one.ask("start")
    await one.reach(1)
    assert await kinds_since(one, heard) == ["room", "update", "ack"]
    (shown,) = [frame for frame in one.frames[heard:] if frame["type"] == "room"]
    assert (shown["room"]["status"], shown["room"]["number"]) == ("playing", 1)
    following = shown["room"]["next"]
    assert following["game"] != coming["game"]
    fairness = one.table["fairness"]
    assert (one.table["game"], fairness["commitment"]) == (coming["game"], coming["commitment"])

    heard = len(one.frames)
    await one.ask("resign", game=coming["game"])
    await one.reach_room(status="over")
    kinds = [kind for kind in await kinds_since(one, heard) if kind != "ack"]
    assert kinds == ["update", "room"]
    assert one.room["next"] == following


async def test_it_answers_sync_before_the_first_game_with_an_ack(hubs: Hubs, alice: User) -> None:
    room = await in_database(lambda: open_room(alice))
    one = await visit(room, alice)
    heard = len(one.frames)
    await one.ask("sync", game="zzzzzzzzzzzz", seq=1)
    assert await kinds_since(one, heard) == ["ack"]


async def test_it_refuses_in_the_order_that_is_documented(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    # Each command has several faults; the first one counts.
    waiting = await in_database(lambda: open_room(alice))
    room = await in_database(lambda: playing(alice, bob, charlie))
    nobody = await AsgiClient(f"/ws/v1/rooms/{room.code}/").open()
    early, stranger = await visit(waiting, bob), await visit(room, await person("dora"))
    one, two = await visit(room, alice), await visit(room, bob)
    game = one.table["game"]
    wrong = {"game": "zzzzzzzzzzzz", "turn": 9, "roll": 2}
    odd = {"game": game, "turn": 9, "roll": 2, "hold": [1, 1]}

    async def code(client: Any, type_: str, **fields: Any) -> str:
        return str((await client.ask(type_, **fields))["code"])

    assert await code(nobody, "roll", **wrong, hold=[1, 1]) == "sign_in_first"
    assert await code(early, "roll", **wrong) == "not_started"
    assert await code(stranger, "roll", **wrong) == "stale"
    assert await code(stranger, "roll", **odd) == "not_seated"
    # Out of turn and of another moment, with a hold that cannot be.
    assert await code(two, "roll", **odd) == "stale"
    assert await code(two, "roll", **{**odd, "turn": 1, "roll": 0}) == "not_your_turn"
    assert await code(one, "roll", **{**odd, "turn": 1, "roll": 0}) == "bad_hold"
    assert await code(two, "hint", **{**wrong, "game": game}) == "not_your_turn"
    assert await code(one, "hint", **{**wrong, "game": game}) == "stale"
    assert await code(one, "score", **{**wrong, "game": game}, category="nonsense") == "stale"
    first = {"game": game, "turn": 1, "roll": 0}
    assert await code(one, "score", **first, category="nonsense") == "must_roll_first"
    await two.ask("resign", game=game)
    assert await code(two, "roll", **odd) == "not_your_turn"
    for _ in range(3):
        await one.roll()
    full = {"game": game, "turn": 1, "roll": 3, "hold": [1, 1]}
    assert await code(one, "roll", **full) == "no_rolls_left"
    await one.ask("resign", game=game)
    assert await code(one, "roll", **odd) == "game_over"


async def person(name: str) -> User:
    """Another guest."""
    return await in_database(lambda: User.objects.create(username=name, name=name, is_guest=True))
