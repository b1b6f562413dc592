"""Two turns of Triple Yahtzee from fitted values: compiled, and by the definitions."""

from random import Random

import numpy as np
import pytest

from games.core.rules import Position, Scorecard
from games.core.solver import options, value
from games.core.solver.lattice import ROLLS
from games.core.solver.triple import EXACT
from games.core.solver.triple.cards import JOKERS as INDEXES
from games.core.solver.triple.cards import LEVEL, Floats, read_card
from games.core.solver.triple.lookahead import fill as fill_box
from games.core.solver.triple.lookahead import list_fills, look_ahead
from games.core.solver.triple.network import Network, evaluate
from games.core.solver.triple.turn import after
from tests.core.solver.test_triple_turn import any_network
from tests.core.solver.triple_cards import JOKERS, any_card
from tests.support.oracles import triple as triple_naive
from workshop.make.triple.backup import back_up

FIVE_SIXES = (6,) * 5


def ahead(card: Scorecard, network: Network) -> Floats:
    found = np.empty((1, 3, 13, 6))
    joker = INDEXES.index(card.variant.switches["joker"])
    look_ahead(read_card(card), joker, 39 - len(card.open_boxes), network, found[0])
    return found


def one_turn_each(card: Scorecard, network: Network) -> Floats:
    """What `look_ahead` computes, one card at a time, by code that has tests of its own."""
    state, joker = read_card(card), card.variant.switches["joker"]
    fills, numbers = np.empty((132, 4), np.int64), np.empty((3, 13, 6), np.int64)
    found = np.zeros((1, 3, 13, 6))
    for row in fills[: list_fills(state, fills, numbers)]:
        following = state.copy()
        bonus = fill_box(following, row)
        found[0, *row[:3]] = bonus + back_up(following[np.newaxis], joker, network, 0)[0]
    return found


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("left", [3, 9, 39])
def test_it_equals_the_definition(joker: str, left: int) -> None:
    network, card, rng = any_network(left), any_card(joker, left, seed=left), Random(left)
    found = ahead(card, network)
    for roll in (rng.choice(ROLLS), FIVE_SIXES):
        fill = rng.choice(card.fills(roll))
        then = card.apply(fill)
        column, box = fill.box.column, card.variant.index(fill.box)
        level = LEVEL[ROLLS.index(roll), box % 13]
        gained = then.total - card.total - (column + 1) * (fill.points + fill.bonus)
        expected = gained + triple_naive.turn(
            then, lambda later: evaluate(read_card(later), network)
        )

        assert after(found, 0, column, box % 13, level) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("left", [3, 8, 17, 28, 39])
def test_it_equals_one_turn_of_each_card(joker: str, left: int) -> None:
    for seed in range(4):
        network, card = any_network(seed), any_card(joker, left, seed)

        assert ahead(card, network) == pytest.approx(one_turn_each(card, network), abs=1e-8)


@pytest.mark.parametrize("joker", JOKERS)
def test_a_turn_begins_with_the_value_that_the_turn_before_used(joker: str) -> None:
    for left in (EXACT + 1, EXACT + 5, 39):
        card = any_card(joker, left, seed=left)
        for option in options(Position(card.variant, card, (2, 2, 3, 4, 4), 3))[:5]:
            assert option.fill is not None
            then = card.apply(option.fill)
            after_it = value(Position(then.variant, then))

            assert option.value == pytest.approx(then.total - card.total + after_it, abs=1e-9)
