"""Hints over the socket: for the acting seat, seen by all, never in a rated game."""

from typing import Any

from games.models import Room, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.site.events.tournaments.arena import arena
from tests.support.client import Client, visit
from tests.support.clock import FakeClock
from tests.support.people import playing


async def ask(client: Client, roll: int = 1, turn: int = 1) -> dict[str, Any]:
    assert client.view is not None
    moment = {"game": client.view["game"], "turn": turn, "roll": roll}
    answer: dict[str, Any] = await client.ask("hint", **moment)
    return answer


# The clock stands still: the command does not time out while tables are loaded.
async def test_it_sends_the_hint_to_the_player_and_the_event_to_all(
    hubs: Hubs, clock: FakeClock, alice: User, bob: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    await one.roll()
    answer = await ask(one)
    assert answer["type"] == "ack"
    (hint,) = [frame for frame in one.frames if frame["type"] == "hint"]
    assert (hint["turn"], hint["roll"], hint["exact"]) == (1, 1, True)
    losses = [option["loss"] for option in hint["options"]]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert len(losses) == 5
    await two.reach(answer["seq"])
    assert two.events[-1]["type"] == "hint.given"
    assert not [frame for frame in two.frames if frame["type"] == "hint"]


async def test_it_is_refused_in_a_rated_game(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    await in_database(lambda: Room.objects.filter(pk=room.pk).update(rated=True, rev=99))
    client = await visit(room, alice)
    await client.roll()
    answer = await ask(client)
    assert (answer["code"], answer["message"]) == (
        "forbidden",
        "Rated games have no hints.",
    )


async def test_it_is_refused_in_a_tournament(hubs: Hubs, alice: User, bob: User) -> None:
    room = await in_database(lambda: playing(alice, bob))
    event = await in_database(arena)
    await in_database(lambda: Room.objects.filter(pk=room.pk).update(tournament=event, rev=99))
    client = await visit(room, alice)
    await client.roll()
    answer = await ask(client)
    assert (answer["code"], answer["message"]) == (
        "forbidden",
        "Games of tournaments have no hints.",
    )


async def test_it_is_refused_to_a_seat_that_is_not_acting(
    hubs: Hubs, alice: User, bob: User, charlie: User
) -> None:
    room = await in_database(lambda: playing(alice, bob))
    one, two = await visit(room, alice), await visit(room, bob)
    spectator = await visit(room, charlie)
    assert (await ask(one, roll=0))["code"] == "must_roll_first"
    await one.roll()
    assert (await ask(two))["code"] == "not_your_turn"
    assert (await ask(spectator))["code"] == "not_seated"
    assert (await ask(one, roll=2))["code"] == "stale"


async def test_it_explains_the_best_choice_to_those_who_ask_for_it(
    hubs: Hubs, clock: FakeClock, alice: User
) -> None:
    room = await in_database(lambda: playing(alice))
    client = await visit(room, alice)
    await client.roll()
    assert client.view is not None
    moment = {"game": client.view["game"], "turn": 1, "roll": 1}
    for explain in (False, True):
        assert (await client.ask("hint", explain=explain, **moment))["type"] == "ack"
    plain, explained = [frame for frame in client.frames if frame["type"] == "hint"]
    assert "aims" not in plain
    keeps = explained["options"][0]["keep"] is not None
    assert ("aims" in explained) == keeps
    assert {**explained, "aims": None} == {**plain, "aims": None}
