"""Games beyond the official ones: played like these, but never rated. docs/rules.md has sources."""

from functools import partial

from games.core.rules.catalogue import CATALOGUE
from games.core.rules.scoring import (
    alike_points,
    full_house_points,
    groups_sum,
    kind_points,
    run_points,
    served,
    sum_of_faces,
)
from games.core.rules.variant import Category, Variant
from games.core.rules.variants import UPPER, find_official

SERVED = 5
"""What Generala adds for a straight, full house or poker in the first roll."""

GENERALA = (
    *UPPER,
    Category(
        "straight",
        "Straight",
        "lower",
        "20 for five in a row, 25 in the first roll",
        partial(served, SERVED, partial(run_points, 5, 20)),
        pattern="straight",
    ),
    Category(
        "full_house",
        "Full house",
        "lower",
        "30 for three of a kind and a pair, 35 in the first roll",
        partial(served, SERVED, partial(full_house_points, 30)),
    ),
    Category(
        "poker",
        "Poker",
        "lower",
        "40 for four of a kind, 45 in the first roll",
        partial(served, SERVED, partial(kind_points, 4, 40)),
    ),
    Category(
        "generala",
        "Generala",
        "lower",
        "50 for five of a kind",
        partial(alike_points, 50),
        pattern="alike",
    ),
)

DOUBLE_GENERALA = Category(
    "double_generala",
    "Double Generala",
    "lower",
    "100 for five of a kind, once Generala has scored",
    partial(alike_points, 100),
    pattern="alike",
    needs="generala",
)

MAXI_YATZY = (
    *UPPER,
    CATALOGUE["one_pair"],
    CATALOGUE["two_pairs"],
    CATALOGUE["three_pairs"],
    CATALOGUE["three_of_a_kind"],
    CATALOGUE["four_of_a_kind"],
    CATALOGUE["five_of_a_kind"],
    Category(
        "small_straight",
        "Small straight",
        "lower",
        "15 for 1-2-3-4-5",
        partial(sum_of_faces, (1, 2, 3, 4, 5)),
        pattern="straight",
    ),
    Category(
        "large_straight",
        "Large straight",
        "lower",
        "20 for 2-3-4-5-6",
        partial(sum_of_faces, (2, 3, 4, 5, 6)),
        pattern="straight",
    ),
    CATALOGUE["full_straight"],
    Category(
        "full_house",
        "Full house",
        "lower",
        "Sum of three of a kind and a pair",
        partial(groups_sum, 3, 2),
    ),
    CATALOGUE["castle"],
    CATALOGUE["tower"],
    CATALOGUE["chance"],
    Category(
        "maxi_yatzy",
        "Maxi Yatzy",
        "lower",
        "100 for six of a kind",
        partial(alike_points, 100),
        pattern="alike",
    ),
)

_ALL = (
    Variant(
        "generala",
        "Generala",
        GENERALA,
        tagline="From Latin America: ten boxes, and more points in the first roll.",
        minutes=8,
        highest=105 + 25 + 35 + 45 + 50,
    ),
    Variant(
        "maxi_yatzy",
        "Maxi Yatzy",
        MAXI_YATZY,
        dice_count=6,
        upper_bonus=(84, 100),
        par=4,
        saves_rolls=True,
        tagline="Six dice, twenty boxes, and rolls that you save for later.",
        minutes=20,
        highest=126 + 100 + 12 + 22 + 30 + 18 + 24 + 30 + 15 + 20 + 21 + 28 + 33 + 34 + 36 + 100,
    ),
)

MORE_GAMES: dict[str, Variant] = {variant.id: variant for variant in _ALL}
"""By id, in the order to offer them."""


def find_base(base_id: str) -> Variant:
    """Return the game that house rules begin with. Raises `UnknownVariant`."""
    return MORE_GAMES.get(base_id) or find_official(base_id)


NAMED: dict[str, tuple[str, str]] = {
    "generala+double-generala": ("Double Generala", "Generala with a box for a second one."),
    "yatzy+order-down": ("Forced Yatzy", "Yatzy from the top: each box in its turn."),
}
"""House rules with a name of their own: name and tagline, by their text."""

KNOWN_AS: dict[str, tuple[str, str]] = {
    "kniffel": ("Kniffel", "yahtzee"),
    "yams": ("Yams", "yahtzee"),
}
"""Other names of official games: the name, and the id of the game."""
