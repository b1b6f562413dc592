"""All categories that house rules can choose from, with the points that each scores.

The six upper ones are in `variants.UPPER`.
"""

from functools import partial

from games.rules.dice import Dice
from games.rules.scoring import (
    alike_points,
    dice_sum,
    exact_points,
    full_house_sum,
    matching_sum,
    parity_sum,
    run_points,
    sum_within,
    two_pairs_sum,
)
from games.rules.variant import Category, Pattern, Score


def _lower(
    id_: str, name: str, hint: str, score: Score, pattern: Pattern | None = None
) -> Category:
    return Category(id_, name, "lower", hint, score, pattern=pattern)


def _straight(id_: str, name: str, faces: Dice, points: int) -> Category:
    row = "-".join(map(str, faces))
    return _lower(
        id_, name, f"{points} for {row}", partial(exact_points, faces, points), "straight"
    )


CATALOGUE: dict[str, Category] = {
    each.id: each
    for each in (
        _lower("one_pair", "One pair", "Sum of the highest pair", partial(matching_sum, 2)),
        _lower("two_pairs", "Two pairs", "Sum of two different pairs", two_pairs_sum),
        _lower(
            "three_of_a_kind",
            "Three of a kind",
            "Sum of the three equal dice",
            partial(matching_sum, 3),
        ),
        _lower(
            "four_of_a_kind",
            "Four of a kind",
            "Sum of the four equal dice",
            partial(matching_sum, 4),
        ),
        _straight("little_straight", "Little straight", (1, 2, 3, 4, 5), 30),
        _straight("big_straight", "Big straight", (2, 3, 4, 5, 6), 30),
        _lower(
            "small_straight",
            "Small straight",
            "30 for four in a row",
            partial(run_points, 4, 30),
            "straight",
        ),
        _lower(
            "large_straight",
            "Large straight",
            "40 for five in a row",
            partial(run_points, 5, 40),
            "straight",
        ),
        _lower(
            "full_house", "Full house", "Three of a kind and a pair: sum of all", full_house_sum
        ),
        _lower("even", "Even", "Sum of all if every die is even", partial(parity_sum, 0)),
        _lower("odd", "Odd", "Sum of all if every die is odd", partial(parity_sum, 1)),
        _lower("low", "Low", "Sum of all up to 12", partial(sum_within, 0, 12)),
        _lower("high", "High", "Sum of all from 24", partial(sum_within, 24, 1000)),
        _lower("chance", "Chance", "Sum of all dice", dice_sum),
        _lower("yatzy", "Yatzy", "50 for all dice alike", partial(alike_points, 50), "alike"),
    )
}
"""By id, in the order in which a card has those that were added."""
