"""The fast solver against plain recursion over scorecards, on small games and last turns."""

import pytest

from games.core.rules import Position, Scorecard, Variant
from games.core.solver import options, table, value
from tests.core.solver import variants
from tests.support.oracles.solver import Naive, keeps

LAST_TURNS = [
    # Bonus Yahtzees to come, the matching upper box open or not, the upper bonus in reach.
    "yahtzee 3,6,9,12,15,-,20,20,25,30,-,50,- 0 - 0",
    "yahtzee 3,6,9,12,15,-,20,20,-,30,40,0,- 0 - 0",
    "yahtzee -,6,9,12,15,24,20,20,-,-,40,50,20 1 - 0",
    "yahtzee 3,-,9,12,15,24,20,20,25,30,-,-,20 0 - 0",
    "yahtzee:joker=free 3,6,9,12,-,18,20,20,-,30,-,50,20 0 - 0",
    "yahtzee:joker=free 3,6,-,12,20,18,20,20,25,-,40,0,- 0 - 0",
    "yahtzee:joker=none 3,6,9,-,15,18,20,20,-,30,40,50,- 0 - 0",
    "yatzy 3,6,9,12,15,-,12,22,18,24,15,-,28,-,50 0 - 0",
    "yacht 3,6,9,12,-,24,28,-,30,-,20,50 0 - 0",
]


@pytest.mark.parametrize("variant", [variants.three_upper(), variants.three_lower()])
def test_it_solves_small_games_as_recursion_does(variant: Variant) -> None:
    assert table(variant).start == pytest.approx(Naive().card(Scorecard(variant)), abs=1e-9)


@pytest.mark.parametrize("text", LAST_TURNS)
def test_it_values_the_last_turns_as_recursion_does(text: str) -> None:
    position = Position.parse(text)
    assert value(position) == pytest.approx(Naive().card(position.card), abs=1e-9)


@pytest.mark.parametrize("text", LAST_TURNS[:6])
@pytest.mark.parametrize("dice", [(4, 4, 4, 4, 4), (6, 2, 6, 6, 2), (1, 3, 4, 5, 6)])
def test_it_values_every_choice_as_recursion_does(text: str, dice: tuple[int, ...]) -> None:
    start, naive = Position.parse(text), Naive()
    worths = naive.turn(start.card)
    scores = naive.score(start.card, tuple(sorted(dice)))
    for rolls in (1, 2, 3):
        found = options(Position(start.variant, start.card, dice, rolls))
        filled = {each.fill.box.category: each.value for each in found if each.fill}
        kept = {each.keep: each.value for each in found if each.keep is not None}
        assert filled == pytest.approx(scores, abs=1e-9)
        means = naive.means(worths[2 - rolls]) if rolls < 3 else {}
        expected = {
            keep: means[keep] for keep in keeps(tuple(sorted(dice))) if means and len(keep) < 5
        }
        assert kept == pytest.approx(expected, abs=1e-9)
