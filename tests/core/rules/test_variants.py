"""The variants as the rest of the program sees them."""

import copy
import pickle

import pytest

from games.core.rules import VARIANTS, Scorecard, Variant, find_variant
from tests.core.rules.play import EVERY_VARIANT


def test_it_offers_four_variants() -> None:
    assert {variant.id: variant.name for variant in VARIANTS.values()} == {
        "yacht": "Yacht",
        "yahtzee": "Yahtzee",
        "triple_yahtzee": "Triple Yahtzee",
        "yatzy": "Yatzy",
    }
    assert list(VARIANTS) == [variant.id for variant in VARIANTS.values()]


@pytest.mark.parametrize(
    ("variant", "rounds", "columns", "upper_bonus"),
    [
        ("yacht", 12, (1,), None),
        ("yahtzee", 13, (1,), (63, 35)),
        ("triple_yahtzee", 39, (1, 2, 3), (63, 35)),
        ("yatzy", 15, (1,), (63, 50)),
    ],
)
def test_it_has_the_shape_of_the_rules(
    variant: str, rounds: int, columns: tuple[int, ...], upper_bonus: tuple[int, int] | None
) -> None:
    found = VARIANTS[variant]

    assert found.rounds == rounds == len(found.boxes)
    assert found.columns == columns
    assert found.upper_bonus == upper_bonus
    assert found.version == 1
    assert Scorecard(found) == Scorecard(found)
    assert Scorecard(found).open_boxes == found.boxes


def test_it_says_which_switches_there_are() -> None:
    assert VARIANTS["yacht"].switch_choices == VARIANTS["yatzy"].switch_choices == {}
    for variant in (VARIANTS["yahtzee"], VARIANTS["triple_yahtzee"]):
        assert list(variant.switch_choices) == ["joker"]
        switch = variant.switch_choices["joker"]
        assert switch.values == ("forced", "free", "none")
        assert switch.default == variant.switches["joker"] == "forced"
        assert all(choice.name and choice.hint for choice in switch.choices)


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda v: f"{v.id}-{dict(v.switches)}")
def test_it_always_finds_the_same_object(variant: Variant) -> None:
    assert find_variant(variant.id, **variant.switches) is variant
    assert copy.deepcopy(variant) is variant
    assert pickle.loads(pickle.dumps(variant)) is variant


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda v: v.id)
def test_it_celebrates_the_box_of_all_dice_alike_and_the_straights(variant: Variant) -> None:
    # In words: only rolls of one face fill it, or only rolls with four in a row.
    for category in variant.categories:
        filling = [dice for dice in variant.all_rolls if category.score(dice, 1)]
        runs = [
            any({low, low + 1, low + 2, low + 3} <= set(dice) for low in (1, 2, 3))
            for dice in filling
        ]
        alike = [len(set(dice)) == 1 for dice in filling]
        expected = "alike" if all(alike) else "straight" if all(runs) else None
        assert category.pattern == expected, category.id
