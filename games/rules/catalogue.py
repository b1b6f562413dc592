"""All categories that house rules can add, with the points that each scores.

The upper ones are on every card.
"""

from functools import partial

from games.rules.scoring import parity_sum, sum_within
from games.rules.variant import Category
from games.rules.variants import YACHT, YAHTZEE, YATZY

MORE = (
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
        *_of(YATZY, "full_house"),
        *MORE,
        *_of(YATZY, "chance", "yatzy"),
    )
}
"""By id, in the order in which a card has those that were added."""
