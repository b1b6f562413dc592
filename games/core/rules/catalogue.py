"""All categories that house rules can add, with the points that each scores.

The upper ones are on every card.
"""

from functools import partial

from games.core.rules.scoring import (
    different_sum,
    groups_sum,
    kind_points,
    matching_sum,
    pairs_sum,
    parity_sum,
    run_points,
    sum_of_faces,
    sum_within,
)
from games.core.rules.variant import Category
from games.core.rules.variants import YACHT, YAHTZEE, YATZY

STRAIGHT = Category(
    "straight",
    "Straight",
    "lower",
    "20 for five in a row",
    partial(run_points, 5, 20),
    pattern="straight",
)
POKER = Category("poker", "Poker", "lower", "40 for four of a kind", partial(kind_points, 4, 40))
FOR_SIX = (
    Category(
        "three_pairs", "Three pairs", "lower", "Sum of three different pairs", partial(pairs_sum, 3)
    ),
    Category(
        "five_of_a_kind",
        "Five of a kind",
        "lower",
        "Sum of the five equal dice",
        partial(matching_sum, 5),
    ),
    Category(
        "full_straight",
        "Full straight",
        "lower",
        "21 for 1-2-3-4-5-6",
        partial(sum_of_faces, (1, 2, 3, 4, 5, 6)),
        pattern="straight",
    ),
    Category(
        "castle",
        "Castle",
        "lower",
        "Sum of two different threes of a kind",
        partial(groups_sum, 3, 3),
    ),
    Category(
        "tower",
        "Tower",
        "lower",
        "Sum of four of a kind and a pair",
        partial(groups_sum, 4, 2),
    ),
)
SIX_DICE = frozenset(each.id for each in FOR_SIX)
"""Boxes that need six dice."""
MORE = (
    Category(
        "all_different", "All different", "lower", "Sum of all if no two are equal", different_sum
    ),
    Category(
        "three_in_a_row",
        "Three in a row",
        "lower",
        "15 for three in a row",
        partial(run_points, 3, 15),
    ),
    Category("even", "Even", "lower", "Sum of all if every die is even", partial(parity_sum, 0)),
    Category("odd", "Odd", "lower", "Sum of all if every die is odd", partial(parity_sum, 1)),
    Category("low", "Low", "lower", "Sum of all up to 12", partial(sum_within, 0, 12)),
    Category("high", "High", "lower", "Sum of all from 24", partial(sum_within, 24, 1000)),
)


def _of(game: tuple[Category, ...], *ids: str) -> tuple[Category, ...]:
    """Return categories that score as in an official game."""
    return tuple(each for each in game if each.id in ids)


CATALOGUE: dict[str, Category] = {
    each.id: each
    for each in (
        *_of(YATZY, "one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind"),
        *_of(YACHT, "little_straight", "big_straight"),
        *_of(YAHTZEE, "small_straight", "large_straight"),
        STRAIGHT,
        *_of(YATZY, "full_house"),
        POKER,
        *FOR_SIX,
        *MORE,
        *_of(YATZY, "chance", "yatzy"),
    )
}
"""By id, in the order in which a card has those that were added."""
