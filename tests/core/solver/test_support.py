"""Which variants the solver supports: it must refuse the others, never guess."""

from dataclasses import replace

import pytest

from games.core import winning
from games.core.rules import Position, Scorecard, Variant, find_rules, find_variant
from games.core.solver import UnsupportedVariant, is_supported, options, table, value
from tests.core.rules.play import EVERY_VARIANT
from tests.core.solver.variants import changed
from tests.support.other_dice import SIX_DICE, TWELVE_FACES

YACHT = find_variant("yacht")
FIRST_ROLL = changed(YACHT, "yacht", lambda dice, roll: 50 * (len(set(dice)) == 1) * (4 - roll))
TWO_COLUMNS = replace(YACHT, columns=(1, 2))


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=str)
def test_it_supports_every_variant_that_players_can_choose(variant: Variant) -> None:
    assert is_supported(variant)


@pytest.mark.parametrize(
    ("variant", "reason"),
    [
        (SIX_DICE, "Six dice has 6 dice with 6 faces and 2 rolls"),
        (TWELVE_FACES, "Twelve faces has 3 dice with 12 faces and 4 rolls"),
        (replace(YACHT, rolls_per_turn=5), "needs 5 dice with 6 faces and 2 to 4 rolls"),
        (FIRST_ROLL, "points of Yacht depend on the number of the roll"),
        (TWO_COLUMNS, "several columns and is not Triple Yahtzee"),
    ],
)
def test_it_refuses_another_variant_and_says_why(variant: Variant, reason: str) -> None:
    position = Position(variant, Scorecard(variant))
    for ask in (lambda: options(position), lambda: value(position), lambda: table(variant)):
        with pytest.raises(UnsupportedVariant, match=reason):
            ask()
    assert not is_supported(variant)


@pytest.mark.parametrize("variant", [SIX_DICE, find_rules("yacht+rolls-4")])
def test_it_is_never_ready_to_tell_who_wins_such_a_game(variant: Variant) -> None:
    winning.make_ready(variant)
    assert not winning.is_ready(variant)
    assert not winning.has_outlook(variant)
