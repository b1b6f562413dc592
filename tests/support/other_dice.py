"""Variants with other dice, for tests only: six dice and two rolls, dice with twelve faces, or four
dice with eight faces and two columns.

As a pytest plugin (`-p tests.support.other_dice`) it offers them before anything else is imported:
the protocol takes its limits from the variants when it is imported.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from games.core.rules import VARIANTS, Category, Dice, Variant
from games.core.rules.scoring import alike_points, dice_sum, face_sum, kind_sum
from games.core.rules.variants import UPPER


def long_straight(dice: Dice, roll: int) -> int:
    """50 for 1-2-3-4-5-6 in the first roll, 30 later."""
    if sorted(dice) != [1, 2, 3, 4, 5, 6]:
        return 0
    return 50 if roll == 1 else 30


SIX_DICE = Variant(
    "six_dice",
    "Six dice",
    (
        *UPPER,
        Category("straight", "Straight", "lower", "50 or 30", long_straight),
        Category("five_of_a_kind", "Five of a kind", "lower", "Sum", partial(kind_sum, 5)),
        Category("chance", "Chance", "lower", "Sum of all dice", dice_sum),
        Category("all_alike", "All alike", "lower", "100", partial(alike_points, 100)),
    ),
    dice_count=6,
    rolls_per_turn=2,
    upper_bonus=(84, 50),
    par=4,
)
TWELVE_FACES = Variant(
    "twelve_faces",
    "Twelve faces",
    (
        Category("elevens", "Elevens", "upper", "Sum", partial(face_sum, 11), 11),
        Category("chance", "Chance", "lower", "Sum of all dice", dice_sum),
    ),
    dice_count=3,
    faces=12,
    rolls_per_turn=4,
)
FOUR_EIGHTS = Variant(
    "four_eights",
    "Four eights",
    (
        *(
            Category(f"face_{face}", f"Face {face}", "upper", "Sum", partial(face_sum, face), face)
            for face in range(1, 9)
        ),
        Category("three_of_a_kind", "Three of a kind", "lower", "Sum", partial(kind_sum, 3)),
        Category("chance", "Chance", "lower", "Sum of all dice", dice_sum),
        Category("all_alike", "All alike", "lower", "60", partial(alike_points, 60), None, "alike"),
    ),
    columns=(1, 2),
    dice_count=4,
    faces=8,
    rolls_per_turn=2,
    upper_bonus=(72, 40),
    par=2,
    tagline="Four dice with eight faces, two rolls, two columns.",
    highest=3 * (144 + 40 + 32 + 32 + 60),
)
OTHER_DICE = (SIX_DICE, TWELVE_FACES, FOUR_EIGHTS)


@contextmanager
def offered(*variants: Variant) -> Iterator[None]:
    """Let players choose these variants, too."""
    with pytest.MonkeyPatch.context() as patch:
        for variant in variants:
            patch.setitem(VARIANTS, variant.id, variant)
        yield


# Before pytest-django, which imports the protocol.
@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Offer them in this whole run. Called only where this module is a plugin."""
    VARIANTS.update({variant.id: variant for variant in OTHER_DICE})
