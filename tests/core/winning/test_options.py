"""Choices that play for the place."""

import pytest

from games.core.engine import GameState, Player, initial_state, start
from games.core.rules import Scorecard, find_variant
from games.core.winning import options, to_come
from games.core.winning.distribution import place_values
from tests.support.oracles.winning import card_with_open, response

YAHTZEE = find_variant("yahtzee")


def table_of(*cards: Scorecard, dice: tuple[int, ...] | None = None, rolls: int = 0) -> GameState:
    players = [Player(number, f"player {number}", "seed") for number in range(1, len(cards) + 1)]
    state = initial_state(start("abcdef", cards[0].variant, players, "0" * 64, 0))
    seats = [seat._replace(card=card) for seat, card in zip(state.seats, cards, strict=True)]
    seats[0] = seats[0]._replace(turn=seats[0].turn._replace(dice=dice, rolls=rolls))
    return state._replace(seats=tuple(seats))


ALICE = card_with_open(YAHTZEE, {"yahtzee": 50, "chance": 20}, ("sixes", "large_straight"))
BOB = card_with_open(YAHTZEE, {"yahtzee": 50, "full_house": 25}, ("large_straight", "ones"))


@pytest.mark.parametrize(("dice", "rolls"), [((1, 2, 3, 4, 6), 2), ((6, 6, 6, 5, 4), 3)])
def test_options_agree_with_plain_recursion(dice: tuple[int, ...], rolls: int) -> None:
    found = options(table_of(ALICE, BOB, dice=dice, rolls=rolls), 0)
    theirs = to_come(BOB).shifted(BOB.total)
    utility = dict(enumerate(place_values([theirs], 0, 1600).tolist()))
    roll = tuple(sorted(dice))
    best = response(ALICE, 3 - rolls, roll, utility, {})
    assert found[0].win == pytest.approx(best, abs=1e-12)
    wins = [round(each.win or 0.0, 9) for each in found]
    assert wins == sorted(wins, reverse=True)


def test_options_gamble_when_far_behind() -> None:
    # Chance brings at most 30, and 36 are needed: only the straight wins, now or in the last turn.
    leader = card_with_open(YAHTZEE, {"yahtzee": 50, "full_house": 25, "sixes": 6, "fours": 4}, ())
    behind = card_with_open(YAHTZEE, {"yahtzee": 50}, ("large_straight", "chance"))
    found = options(table_of(behind, leader, dice=(6, 6, 6, 5, 4), rolls=2), 0)
    assert found[0].keep == (4, 5, 6)
    assert max(found, key=lambda each: each.value).keep == (6, 6, 6)


def test_options_are_ranked_by_points_while_many_boxes_are_open() -> None:
    empty = Scorecard(YAHTZEE)
    found = options(table_of(empty, empty, dice=(6, 6, 6, 2, 1), rolls=1), 0)
    assert found[0].keep == (6, 6, 6)
    assert found[0].win is None


def test_options_need_a_seat_that_may_act() -> None:
    with pytest.raises(ValueError, match="may not act"):
        options(table_of(ALICE, BOB), 1)
