"""Rounds: all seats play the same round at once, and its end reveals it."""

import pytest

from games.core.engine import (
    GRACE_MS,
    SHOW_MS,
    AutoPlay,
    Back,
    IllegalAction,
    Roll,
    TimeOut,
    replay,
    start,
    view,
)
from games.core.engine.events import GameFinished, RoundRevealed
from games.core.rules import VARIANTS, find_variant
from tests.core.engine.invariants import naive_cards
from tests.core.engine.rounds_table import CLOCK_S, RoundsTable
from tests.core.engine.table import ALICE, COMMITMENT, NOON, types
from tests.support.oracles.cards import naive_places

YAHTZEE = find_variant("yahtzee")


def table(seats: int = 3) -> RoundsTable:
    return RoundsTable(YAHTZEE, seats)


def acting(game: RoundsTable) -> list[int]:
    return list(game.state.acting)


def done(game: RoundsTable) -> list[int]:
    return list(game.state.done)


def refusal(game: RoundsTable, seat: int, turn: int, roll: int) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.act(seat, Roll(turn, roll))
    return refused.value.code


def test_it_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="clock"):
        start("k7m2p9x4w3ab", YAHTZEE, [ALICE], COMMITMENT, NOON, mode="rounds")


def test_it_refuses_rolls_while_a_round_is_shown() -> None:
    game = table(2)
    game.turn(0)
    game.turn(1)
    game.now += SHOW_MS - 1
    assert refusal(game, 0, 2, 0) == "not_started"
    game.now += 1
    assert types(game.roll(0)) == ["dice.rolled"]


def test_it_shows_nothing_to_somebody_who_plays_alone() -> None:
    game = table(1)
    game.turn(0)
    assert game.log[-1] == RoundRevealed(None, game.now, round=1, begins=game.now)
    assert types(game.roll(0)) == ["dice.rolled"]


def test_it_has_one_clock_for_the_whole_round() -> None:
    game = table(2)
    deadline = NOON + CLOCK_S * 1000
    game.now += 5000
    game.turn(0)
    assert game.state.next_deadline == view(game.state).deadline == deadline
    assert game.state.due(1) == deadline + GRACE_MS
    game.now = deadline + GRACE_MS
    assert types(game.act(1, TimeOut())) == [
        "turn.timed_out",
        "dice.rolled",
        "box.scored",
        "round.revealed",
    ]
    assert game.state.next_deadline == game.now + SHOW_MS + CLOCK_S * 1000


def test_coming_back_does_not_prolong_the_round() -> None:
    game = table(2)
    game.now += 20_000
    game.act(0, AutoPlay(1))
    game.now += 20_000
    game.act(1, Back())
    assert game.state.due(1) == NOON + CLOCK_S * 1000 + GRACE_MS


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("seats", [1, 16])
def test_it_plays_whole_games_with_the_results_of_a_second_scorer(name: str, seats: int) -> None:
    game = RoundsTable(find_variant(name), seats, seed=seats)
    while game.on:
        game.step()
    last = game.log[-1]
    assert isinstance(last, GameFinished)
    assert list(last.totals) == [card.total for card in naive_cards(game.log)]
    resigned = [event.seat or 0 for event in game.log if event.type == "seat.resigned"]
    assert list(last.places) == naive_places(list(last.totals), resigned)
    assert replay(game.log) == game.state
