"""The last boxes of Triple Yahtzee, against recursion by the definitions."""

import pytest

from games.core.rules import Position
from games.core.solver import value
from games.core.solver.triple.cards import JOKERS as INDEXES
from games.core.solver.triple.cards import read_card
from games.core.solver.triple.endgame import pack, unpack
from tests.core.solver.triple_cards import JOKERS, any_card, card_with_open
from tests.support.oracles import triple as triple_naive


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_it_equals_recursion_for_two_boxes(joker: str, seed: int) -> None:
    card = any_card(joker, 2, seed)

    assert value(Position(card.variant, card)) == pytest.approx(triple_naive.exact(card), abs=1e-9)


@pytest.mark.parametrize("joker", JOKERS)
def test_it_equals_recursion_where_everything_counts(joker: str) -> None:
    card = card_with_open(joker, (2, "threes"), (0, "large_straight"), (2, "chance"), upper=20)

    assert value(Position(card.variant, card)) == pytest.approx(triple_naive.exact(card), abs=1e-9)


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("left", [3, 8, 39])
def test_it_packs_a_card_into_a_number_and_back(joker: str, left: int) -> None:
    for seed in range(20):
        state = read_card(any_card(joker, left, seed))
        key = pack(state, INDEXES.index(joker))
        found = state.copy()
        unpack(key, found)

        assert list(found[:3]) == list(state[:3])
        assert pack(found, INDEXES.index(joker)) == key
        assert all(a in {0, b} for a, b in zip(found[3:], state[3:], strict=True))
