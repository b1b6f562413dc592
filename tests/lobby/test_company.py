"""Bots as company: whole games, legal moves, each made once, and no more known than all can see."""

import random
from typing import Any

import pytest

from games import bots, worker
from games.engine import (
    GameState,
    IllegalAction,
    Player,
    Roll,
    begin,
    decide,
    evolve_all,
    start,
    view,
)
from games.hub import Hubs
from games.hub import room as hub_room
from games.hub.database import in_database
from games.models import Game, Room, User
from games.rules import VARIANTS, find_variant
from games.store.verifying import problems_of
from tests.live.client import AsgiClient, visit
from tests.live.people import START, current_game
from tests.live.play import move
from tests.lobby.database import ALL_VARIANTS, change, room_of, tables, waiting, wish
from tests.lobby.tab import look


class Clock:
    """Time that jumps to the next deadline whenever the worker looks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        monkeypatch.setattr(hub_room, "now_ms", lambda: self.now)
        monkeypatch.setattr(worker, "now_ms", lambda: self.now)

    def jump(self, due: int | None) -> None:
        assert due is not None
        self.now = max(self.now, due)


class ScriptedDice:
    """Dice of a seed of one's own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return any face."""
        return self._random.randint(1, 6)

    def reveal(self) -> str:
        """Return something that proves nothing."""
        return "00"


async def with_bots(alice: User, **differing: Any) -> tuple[Room, AsgiClient]:
    """A table of alice and bots, whose game has begun."""
    tab = await look(alice)
    settings = {"variant": "yacht", "switches": {}, "clock": None, "bots": 1, **differing}
    assert (await tab.ask("company", **settings))["type"] == "ack"
    room = await room_of(await tab.room_found())
    client = await visit(room, alice)
    await client.ask("seed", seed="mine")
    await client.reach(1)
    return room, client


async def test_it_seats_bots_and_begins_with_the_players_seed(hubs: Hubs, alice: User) -> None:
    room, client = await with_bots(alice, bots=3, variant="yatzy", clock=30)
    assert (room.variant, room.clock, room.rated) == ("yatzy", 30, False)
    seats = client.table["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [
        ("Alice", False),
        *[(name, True) for name in bots.NAMES[:3]],
    ]
    assert client.table["fairness"]["seeds"] == ["mine", "bot", "bot", "bot"]


async def test_it_ends_the_search_and_leads_to_one_table_however_often_it_is_said(
    hubs: Hubs, alice: User
) -> None:
    tab = await look(alice)
    await tab.ask("play", **wish())
    for _ in range(3):
        await tab.ask("company", variant="yacht")
    await tab.has_no_ticket()
    assert await waiting() == set()
    assert await tables() == {await tab.room_found(): ["Alice", "Pip"]}
    assert len(set(tab.paired)) == 1


@pytest.mark.parametrize("number", [0, 4])
async def test_it_refuses_no_bots_and_too_many(hubs: Hubs, alice: User, number: int) -> None:
    tab = await look(alice)
    answer = await tab.ask("company", variant="yacht", bots=number)
    assert answer["code"] == "bad_message"


async def test_it_takes_no_account_for_a_bot(hubs: Hubs, alice: User) -> None:
    await change(lambda: User.objects.create(username="bot-pip", name="bot-pip"))
    (bot,) = await in_database(lambda: bots.company(1))
    user = await in_database(lambda: User.objects.get(pk=bot))
    assert user.is_bot
    assert not user.has_usable_password()
    assert len(user.username) > 20
    assert await in_database(lambda: bots.company(1)) == [bot]


async def test_it_plays_a_whole_game(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    room, client = await with_bots(alice, bots=2)
    rng = random.Random(3)
    while client.table["status"] == "playing":
        seat = client.table["acting"][0]
        if seat == 0:
            assert (await move(client, rng))["type"] == "ack"
            continue
        clock.jump(client.table["deadline"])
        before = client.table["seq"]
        await worker.sweep_deadlines()
        await client.reach(before + 1)
    assert client.table["status"] == "finished"
    types = [event["type"] for event in client.events]
    assert "turn.timed_out" not in types
    assert "seat.away" not in types
    game = await in_database(lambda: current_game(room))
    assert await in_database(lambda: problems_of(game)) == []
    # Then another one, for which the bots are always ready.
    await client.ask("rematch", seed="again")
    await client.reach_room(number=2)


async def test_it_makes_each_move_once_though_two_workers_sweep(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    room, client = await with_bots(alice)
    rng = random.Random(4)
    others = Hubs()
    loaded = await others.enter(room.code)
    assert loaded is not None
    for _ in range(4):
        while client.table["acting"] == [0]:
            await move(client, rng)
        while client.table["acting"] == [1]:
            clock.jump(client.table["deadline"])
            await loaded.catch_up()
            before = client.table["seq"]
            # Both decide on the same moment; the slower one meets the faster one's events.
            assert loaded.game is not None
            action = bots.choose(loaded.game.state, 1)
            await worker.time_out(room.code)
            with pytest.raises(IllegalAction):
                await loaded.act(1, action, "")
            await client.reach(before + 1)
            assert [event["seq"] for event in client.events if event["seq"] > before] == [
                before + 1
            ]
    game = await in_database(lambda: current_game(room))
    assert await in_database(lambda: problems_of(game)) == []
    await others.close()


def bots_only(variant: str, switches: dict[str, str], seats: int) -> GameState:
    """A game that only bots play."""
    players = [Player(n + 1, f"Bot {n}", "bot", bot=True) for n in range(seats)]
    return begin(start("game", find_variant(variant, **switches), players, "00" * 32, 0))


@pytest.mark.parametrize("variant", ALL_VARIANTS)
@pytest.mark.parametrize("seed", range(5))
def test_it_chooses_only_what_the_rules_allow_in_every_variant(variant: str, seed: int) -> None:
    choices = VARIANTS[variant].switch_choices
    rng = random.Random(seed)
    switches = {
        id_: rng.choice([choice.value for choice in switch.choices])
        for id_, switch in choices.items()
    }
    state = bots_only(variant, switches, 2)
    dice = ScriptedDice(seed)
    while state.status == "playing":
        seat = state.acting[0]
        due = state.due(seat)
        assert due is not None
        # decide raises for whatever is not allowed.
        state = evolve_all(state, decide(state, seat, bots.choose(state, seat), dice, due))
    assert {seat.card.is_full for seat in state.seats} == {True}


def test_it_scores_more_than_who_never_holds_anything() -> None:
    def total(choose: Any, seed: int) -> int:
        state = bots_only("yacht", {}, 1)
        dice = ScriptedDice(seed)
        while state.status == "playing":
            state = evolve_all(state, decide(state, 0, choose(state, 0), dice, 10**9))
        return state.seats[0].card.total

    def hasty(state: GameState, seat: int) -> Any:
        action = bots.choose(state, seat)
        return Roll(action.turn, action.roll) if isinstance(action, Roll) else action

    games = range(60)
    assert sum(total(bots.choose, n) for n in games) > sum(total(hasty, n) for n in games) + 600


def test_it_decides_on_nothing_but_what_everybody_sees() -> None:
    state = bots_only("yahtzee", {}, 2)
    dice = ScriptedDice(7)
    for _ in range(20):
        seat = state.acting[0]
        action = bots.choose(state, seat)
        # Another secret, other seeds, another game: whatever is not on the table changes nothing.
        public = state._replace(code="other", seeds=("x", "y"), commitment="", secret=None)
        assert view(public)["seats"] == view(state)["seats"]
        assert bots.choose(public, seat) == action
        state = evolve_all(state, decide(state, seat, action, dice, state.due(seat) or 0))


async def test_it_asks_no_dice_before_they_fall(
    hubs: Hubs, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chooser is given the state alone; the dice stay with the room."""
    clock = Clock(monkeypatch)
    _, client = await with_bots(alice)
    while client.table["acting"] == [0]:
        await move(client, random.Random(5))
    seen: list[tuple[Any, ...]] = []
    choose = bots.choose

    def watched(*arguments: Any) -> Any:
        seen.append(arguments)
        return choose(*arguments)

    monkeypatch.setattr(bots, "choose", watched)
    clock.jump(client.table["deadline"])
    await worker.sweep_deadlines()
    ((state, seat),) = seen
    assert isinstance(state, GameState)
    assert (seat, state.secret) == (1, None)
    assert await in_database(Game.objects.count) == 1
