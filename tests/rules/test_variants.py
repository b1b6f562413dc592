"""The variants as the rest of the program sees them."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

from games.rules import VARIANTS, Scorecard, Variant, find_variant
from tests.oracles import rules as naive
from tests.rules.play import EVERY_VARIANT


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


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_says_what_each_category_is(variant: str) -> None:
    for category in VARIANTS[variant].categories:
        assert category.section == ("upper" if category.id in naive.UPPER else "lower")
        assert category.name.lower().replace(" ", "_") == category.id
        assert 0 < len(category.hint) <= 40


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


def test_it_finds_the_default_with_or_without_its_name() -> None:
    assert find_variant("yahtzee") is VARIANTS["yahtzee"]
    assert find_variant("yahtzee", joker="forced") is VARIANTS["yahtzee"]
    assert find_variant("yahtzee", joker="free") is not VARIANTS["yahtzee"]
    assert find_variant("yahtzee", joker="free").switches == {"joker": "free"}


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_it_cannot_be_changed(variant: Variant) -> None:
    with pytest.raises(FrozenInstanceError):
        variant.version = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        variant.switches["joker"] = "none"  # type: ignore[index]
    with pytest.raises(TypeError):
        variant.switch_choices["joker"] = None  # type: ignore[index]


def test_it_ranks_one_roll_best_first_with_ties_in_card_order() -> None:
    assert VARIANTS["yacht"].best([5, 5, 5, 5, 5]) == [
        ("yacht", 50),
        ("fives", 25),
        ("choice", 25),
        ("four_of_a_kind", 20),
        ("ones", 0),
        ("twos", 0),
        ("threes", 0),
        ("fours", 0),
        ("sixes", 0),
        ("full_house", 0),
        ("little_straight", 0),
        ("big_straight", 0),
    ]


def test_it_ranks_each_category_once_with_several_columns() -> None:
    best = VARIANTS["triple_yahtzee"].best([1, 2, 3, 4, 5])

    assert best[:3] == [("large_straight", 40), ("small_straight", 30), ("chance", 15)]
    assert len(best) == 13
