"""Games beyond the official ones: played like these, but never rated. docs/rules.md has sources."""

from functools import partial

from games.rules.catalogue import CATALOGUE
from games.rules.scoring import (
    alike_points,
    full_house_points,
    groups_sum,
    kind_points,
    matching_sum,
    pairs_sum,
    run_points,
    served,
    sum_of_faces,
)
from games.rules.variant import Category, Variant
from games.rules.variants import UPPER

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

MAXI_YATZY = (
    *UPPER,
    CATALOGUE["one_pair"],
    CATALOGUE["two_pairs"],
    Category(
        "three_pairs", "Three pairs", "lower", "Sum of three different pairs", partial(pairs_sum, 3)
    ),
    CATALOGUE["three_of_a_kind"],
    CATALOGUE["four_of_a_kind"],
    Category(
        "five_of_a_kind",
        "Five of a kind",
        "lower",
        "Sum of the five equal dice",
        partial(matching_sum, 5),
    ),
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
    Category(
        "full_straight",
        "Full straight",
        "lower",
        "21 for 1-2-3-4-5-6",
        partial(sum_of_faces, (1, 2, 3, 4, 5, 6)),
        pattern="straight",
    ),
    Category(
        "full_house",
        "Full house",
        "lower",
        "Sum of three of a kind and a pair",
        partial(groups_sum, 3, 2),
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
        tagline="Six dice and twenty boxes.",
        minutes=20,
        highest=126 + 100 + 12 + 22 + 30 + 18 + 24 + 30 + 15 + 20 + 21 + 28 + 33 + 34 + 36 + 100,
    ),
)

MORE_GAMES: dict[str, Variant] = {variant.id: variant for variant in _ALL}
"""By id, in the order to offer them."""

NAMED: dict[str, tuple[str, str]] = {
    "yatzy+order-down": ("Forced Yatzy", "Yatzy from the top: each box in its turn."),
}
"""House rules with a name of their own: name and tagline, by their text."""
