"""Every choice in a position of Triple Yahtzee, and how values add up over a game."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import Position, Scorecard, find_variant
from games.core.rules.scoring import all_rolls
from games.core.solver import options, value
from tests.core.rules.play import dice, unhurried
from tests.core.solver.triple_cards import JOKERS, any_card, cards
from tests.support.oracles import triple as triple_naive

ROLLS = all_rolls()


@unhurried
@given(cards, dice, st.integers(1, 3))
def test_it_lists_all_that_is_allowed_best_first(
    card: Scorecard, rolled: tuple[int, ...], rolls: int
) -> None:
    found = options(Position(card.variant, card, rolled, rolls))
    keeps = {keep for keep in triple_naive.keeps(tuple(sorted(rolled))) if len(keep) < 5}
    allowed = card.fills(rolled)

    assert sorted(option.fill for option in found if option.fill) == sorted(allowed)
    if rolls < 3 and allowed:
        assert sorted(option.keep for option in found if option.keep is not None) == sorted(keeps)
    else:
        assert all(option.keep is None for option in found)
    assert all((option.keep is None) != (option.fill is None) for option in found)
    values = [option.value for option in found]
    assert values == pytest.approx(sorted(values, reverse=True), abs=1e-8)


def test_it_has_no_options_on_a_full_card() -> None:
    card = any_card("forced", 0, seed=1)

    assert options(Position(card.variant, card)) == ()
    assert options(Position(card.variant, card, (1, 2, 3, 4, 5), 1)) == ()
    assert value(Position(card.variant, card)) == 0.0
    assert value(Position(card.variant, card, (1, 2, 3, 4, 5), 3)) == 0.0


@pytest.mark.parametrize("joker", JOKERS)
def test_it_splits_a_total_into_start_luck_and_losses(joker: str) -> None:
    rng, card = Random(5), Scorecard(find_variant("triple_yahtzee", joker=joker))
    start = value(Position(card.variant, card))
    luck = losses = 0.0
    while not card.is_full:
        before, rolls = value(Position(card.variant, card)), 0
        rolled: tuple[int, ...] = ()
        while True:
            rolled = rolled + tuple(rng.randint(1, 6) for _ in range(5 - len(rolled)))
            rolls += 1
            position = Position(card.variant, card, rolled, rolls)
            luck += value(position) - before
            chosen = rng.choice(options(position))
            losses += value(position) - chosen.value
            if chosen.fill:
                break
            assert chosen.keep is not None
            before, rolled = chosen.value, chosen.keep
        card = card.apply(chosen.fill)

    assert card.total == pytest.approx(start + luck - losses, abs=1e-9)


def test_it_ranks_the_last_boxes_as_recursion_does() -> None:
    card = any_card("forced", 2, seed=4)
    rolled = (2, 2, 3, 5, 5)
    best = {roll: triple_naive.score(card, roll, triple_naive.exact) for roll in ROLLS}
    for rolls in (3, 2, 1):
        assert value(Position(card.variant, card, rolled, rolls)) == pytest.approx(best[rolled])
        values = triple_naive.keep_values(best)
        best = {roll: max(values[keep] for keep in triple_naive.keeps(roll)) for roll in best}
