"""The variants that players can choose, as data. docs/rules.md explains the disputed rules."""

from dataclasses import replace
from functools import cache, partial

from games.core.rules.errors import UnknownSwitch, UnknownVariant
from games.core.rules.scoring import (
    alike_points,
    dice_sum,
    exact_points,
    face_sum,
    fixed_points,
    full_house_points,
    groups_sum,
    kind_sum,
    matching_sum,
    pairs_sum,
    run_points,
)
from games.core.rules.variant import Category, Switch, SwitchChoice, Variant

UPPER = tuple(
    Category(
        name.lower(), name, "upper", f"Sum of the {name.lower()}", partial(face_sum, face), face
    )
    for face, name in enumerate(("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"), start=1)
)

YACHT = (
    *UPPER,
    Category(
        "full_house",
        "Full house",
        "lower",
        "Three of a kind and a pair: sum of all",
        partial(groups_sum, 3, 2),
    ),
    Category(
        "four_of_a_kind",
        "Four of a kind",
        "lower",
        "Sum of the four equal dice",
        partial(matching_sum, 4),
    ),
    Category(
        "little_straight",
        "Little straight",
        "lower",
        "30 for 1-2-3-4-5",
        partial(exact_points, (1, 2, 3, 4, 5), 30),
        pattern="straight",
    ),
    Category(
        "big_straight",
        "Big straight",
        "lower",
        "30 for 2-3-4-5-6",
        partial(exact_points, (2, 3, 4, 5, 6), 30),
        pattern="straight",
    ),
    Category("choice", "Choice", "lower", "Sum of all dice", dice_sum),
    Category(
        "yacht",
        "Yacht",
        "lower",
        "50 for five of a kind",
        partial(alike_points, 50),
        pattern="alike",
    ),
)

YAHTZEE = (
    *UPPER,
    Category(
        "three_of_a_kind",
        "Three of a kind",
        "lower",
        "Sum of all dice with three of a kind",
        partial(kind_sum, 3),
    ),
    Category(
        "four_of_a_kind",
        "Four of a kind",
        "lower",
        "Sum of all dice with four of a kind",
        partial(kind_sum, 4),
    ),
    Category(
        "full_house",
        "Full house",
        "lower",
        "25 for three of a kind and a pair",
        partial(full_house_points, 25),
        joker_score=partial(fixed_points, 25),
    ),
    Category(
        "small_straight",
        "Small straight",
        "lower",
        "30 for four in a row",
        partial(run_points, 4, 30),
        pattern="straight",
        joker_score=partial(fixed_points, 30),
    ),
    Category(
        "large_straight",
        "Large straight",
        "lower",
        "40 for five in a row",
        partial(run_points, 5, 40),
        pattern="straight",
        joker_score=partial(fixed_points, 40),
    ),
    Category(
        "yahtzee",
        "Yahtzee",
        "lower",
        "50 for five of a kind",
        partial(alike_points, 50),
        pattern="alike",
    ),
    Category("chance", "Chance", "lower", "Sum of all dice", dice_sum),
)

YATZY = (
    *UPPER,
    Category("one_pair", "One pair", "lower", "Sum of the highest pair", partial(matching_sum, 2)),
    Category(
        "two_pairs", "Two pairs", "lower", "Sum of two different pairs", partial(pairs_sum, 2)
    ),
    Category(
        "three_of_a_kind",
        "Three of a kind",
        "lower",
        "Sum of the three equal dice",
        partial(matching_sum, 3),
    ),
    Category(
        "four_of_a_kind",
        "Four of a kind",
        "lower",
        "Sum of the four equal dice",
        partial(matching_sum, 4),
    ),
    Category(
        "small_straight",
        "Small straight",
        "lower",
        "15 for 1-2-3-4-5",
        partial(exact_points, (1, 2, 3, 4, 5), 15),
        pattern="straight",
    ),
    Category(
        "large_straight",
        "Large straight",
        "lower",
        "20 for 2-3-4-5-6",
        partial(exact_points, (2, 3, 4, 5, 6), 20),
        pattern="straight",
    ),
    Category(
        "full_house",
        "Full house",
        "lower",
        "Three of a kind and a pair: sum of all",
        partial(groups_sum, 3, 2),
    ),
    Category("chance", "Chance", "lower", "Sum of all dice", dice_sum),
    Category(
        "yatzy",
        "Yatzy",
        "lower",
        "50 for five of a kind",
        partial(alike_points, 50),
        pattern="alike",
    ),
)

JOKER = Switch(
    "joker",
    "Bonus Yahtzees",
    (
        SwitchChoice(
            "forced",
            "Forced joker",
            "The official rule: 100 bonus points. Fill the matching upper box first; if it is "
            "filled, the roll is a joker.",
        ),
        SwitchChoice(
            "free",
            "Free joker",
            "100 bonus points. Fill any open box; the roll is a joker once the matching upper box "
            "is filled.",
        ),
        SwitchChoice("none", "No joker", "Another five of a kind has no bonus and is no joker."),
    ),
)


_ALL = (
    Variant(
        "yacht",
        "Yacht",
        YACHT,
        tagline="The classic. Twelve boxes, no bonus.",
        minutes=10,
        highest=297,
    ),
    Variant(
        "yahtzee",
        "Yahtzee",
        YAHTZEE,
        upper_bonus=(63, 35),
        switch_choices={"joker": JOKER},
        tagline="Thirteen boxes, an upper bonus and jokers.",
        minutes=10,
        highest=375,
    ),
    Variant(
        "triple_yahtzee",
        "Triple Yahtzee",
        YAHTZEE,
        columns=(1, 2, 3),
        upper_bonus=(63, 35),
        switch_choices={"joker": JOKER},
        tagline="Three columns at once, for a long game.",
        minutes=30,
        highest=2250,
    ),
    Variant(
        "yatzy",
        "Yatzy",
        YATZY,
        upper_bonus=(63, 50),
        tagline="The Scandinavian game, with pairs and a bonus of 50.",
        minutes=12,
        highest=374,
    ),
)


def find_official(variant_id: str, /, **switches: str) -> Variant:
    """Return the official game with this id and these switches; other switches keep their defaults.

    The same arguments always return the same object. Raises `UnknownVariant` and `UnknownSwitch`.
    """
    base = VARIANTS.get(variant_id) if isinstance(variant_id, str) else None
    if base is None:
        raise UnknownVariant(
            "no variant '%(id)s'; there are %(known)s", id=variant_id, known=", ".join(VARIANTS)
        )
    for name, value in switches.items():
        if name not in base.switch_choices:
            raise UnknownSwitch(
                "%(variant)s has no switch '%(name)s'", variant=base.name, name=name
            )
        allowed = base.switch_choices[name].values
        if value not in allowed:
            raise UnknownSwitch(
                "%(name)s must be one of %(allowed)s, not '%(value)s'",
                name=name,
                allowed=", ".join(allowed),
                value=value,
            )
    chosen = {**base.switches, **switches}
    return base if chosen == base.switches else _with_switches(base, tuple(chosen.items()))


@cache
def _with_switches(base: Variant, switches: tuple[tuple[str, str], ...]) -> Variant:
    return replace(base, switches=dict(switches))


VARIANTS: dict[str, Variant] = {variant.id: variant for variant in _ALL}
"""The variants with default switches, by id, in the order to offer them."""
