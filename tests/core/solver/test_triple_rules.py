"""The compiled rules of Triple Yahtzee say what the scorecard says."""

import numpy as np
from hypothesis import given

from games.core.rules import Scorecard
from games.core.solver.lattice import roll_index
from games.core.solver.triple.cards import JOKERS, read_card
from games.core.solver.triple.moves import apply, fill_points
from tests.core.rules.play import dice, unhurried
from tests.core.solver.triple_cards import cards


def compiled_fills(card: Scorecard, rolled: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Column, category and raw points with the bonus of every allowed fill."""
    joker = JOKERS.index(card.variant.switches["joker"])
    state, roll = read_card(card), roll_index(rolled)
    found = {
        (column, category): fill_points(state, joker, roll, column, category)
        for column in range(3)
        for category in range(13)
    }
    return {box: points for box, points in found.items() if points >= 0}


@unhurried
@given(cards, dice)
def test_it_allows_the_same_boxes_for_the_same_points(
    card: Scorecard, rolled: tuple[int, ...]
) -> None:
    expected = {
        divmod(card.variant.index(fill.box), 13): fill.points + fill.bonus
        for fill in card.fills(rolled)
    }

    assert compiled_fills(card, rolled) == expected


@unhurried
@given(cards, dice)
def test_it_leads_to_the_same_card(card: Scorecard, rolled: tuple[int, ...]) -> None:
    for fill in card.fills(rolled):
        after = card.apply(fill)
        state = read_card(card)
        column, category = divmod(card.variant.index(fill.box), 13)
        gained = apply(state, roll_index(rolled), fill.points + fill.bonus, column, category)

        assert np.array_equal(state, read_card(after))
        assert gained == after.total - card.total
