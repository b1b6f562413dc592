"""Who plays to win takes points where the win probability hardly depends on the choice."""

import pytest

from games.core import bots, winning
from games.core.bots.choice import NEAR_TIE, near_ties_by_points
from games.core.engine import GameState, Player, Roll, Turn, initial_state, start
from games.core.rules import find_variant
from games.core.winning import WinOption
from tests.support.oracles.winning import card_with_open

YAHTZEE = find_variant("yahtzee")
# 220 points against 30. The other can still win, with a Yahtzee and nearly all else.
LEADER = card_with_open(
    YAHTZEE,
    {
        "ones": 3,
        "fours": 4,
        "sixes": 18,
        "three_of_a_kind": 25,
        "four_of_a_kind": 25,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "yahtzee": 50,
    },
    ("twos", "fives", "chance"),
)
BEHIND = card_with_open(
    YAHTZEE,
    {"ones": 2, "threes": 3, "full_house": 25},
    ("sixes", "four_of_a_kind", "large_straight", "yahtzee", "chance"),
)


def far_ahead(*dice: int) -> GameState:
    """The first roll of a turn of Polaris, who has 220 points against 30."""
    assert (LEADER.total, BEHIND.total) == (220, 30)
    players = [Player(1, "Polaris", "bot", True, "polaris"), Player(2, "Bob", "seed")]
    state = initial_state(start("abcdef", YAHTZEE, players, "0" * 64, 0))
    seats = (
        state.seats[0]._replace(card=LEADER, turn=Turn(11, 1, dice)),
        state.seats[1]._replace(card=BEHIND),
    )
    return state._replace(seats=seats, acting=(0,))


def test_polaris_keeps_the_threes_when_the_game_is_as_good_as_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # To keep only the 2 wins in one of two million games more often, and costs 3.8 points.
    monkeypatch.setattr(winning, "is_ready", lambda variant: True)
    state = far_ahead(1, 2, 3, 3, 3)
    options = {option.keep: option for option in winning.options(state, 0)}
    safest, richest = options[(2,)], options[(3, 3, 3)]
    assert safest.win is not None
    assert richest.win is not None
    assert 1e-7 < safest.win - richest.win < 1e-6
    assert richest.value - safest.value == pytest.approx(3.83, abs=0.01)
    assert bots.choose(state, 0, 0.5) == Roll(11, 1, (2, 3, 4))


def option(win: float | None, value: float) -> WinOption:
    """A choice that is worth this much."""
    return WinOption((), None, win, value)


def test_it_orders_only_near_ties_by_points() -> None:
    best, near, near_too = option(0.9, 10.0), option(0.89995, 12.0), option(0.89991, 11.0)
    far, farther = option(0.8998, 50.0), option(0.1, 60.0)
    ranked = [best, near, near_too, far, farther]
    assert near_ties_by_points(ranked) == [near, near_too, best, far, farther]
    assert NEAR_TIE == 1e-4
