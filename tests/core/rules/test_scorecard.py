"""Reading and filling a scorecard."""

import pytest

from games.core.rules import VARIANTS, Box, Fill, Scorecard

DICE = [3, 3, 3, 5, 5]


@pytest.mark.parametrize("box", [Box(0, "full_house"), (0, "full_house"), "full_house"])
def test_it_takes_a_box_in_three_ways(box: Box | str) -> None:
    card = Scorecard(VARIANTS["yacht"])

    assert card.outcome(box, DICE) == Fill(Box(0, "full_house"), 19, 0, False)
    assert card.fill(box, DICE).points(box) == 19
    assert card.fill(box, DICE).filled(box)
    assert card.options(DICE)[box] == 19
    assert box in card.options(DICE)
    assert box not in card.fill(box, DICE).options(DICE)


def test_it_refuses_a_bare_category_with_several_columns() -> None:
    options = Scorecard(VARIANTS["triple_yahtzee"]).options(DICE)

    assert "full_house" not in options  # type: ignore[comparison-overlap]
    assert options[Box(2, "full_house")] == 25
    assert options.get(Box(3, "full_house")) is None


@pytest.mark.parametrize(
    ("variant", "sixes", "bonus"),
    [
        ("yahtzee", 17, 0),
        ("yahtzee", 18, 35),
        ("yatzy", 17, 0),
        ("yatzy", 18, 50),
        ("yacht", 18, 0),
    ],
)
def test_it_earns_the_upper_bonus_at_63(variant: str, sixes: int, bonus: int) -> None:
    card = Scorecard(VARIANTS[variant])
    for category, points in [("ones", 3), ("twos", 6), ("threes", 9), ("fours", 12)]:
        card = card.apply(Fill(Box(0, category), points, 0, False))
    card = card.apply(Fill(Box(0, "fives"), 15, 0, False))
    card = card.apply(Fill(Box(0, "sixes"), sixes, 0, False))

    assert card.upper(0) == 45 + sixes
    assert card.upper_bonus(0) == bonus
    assert card.column_total(0) == card.total == 45 + sixes + bonus


def test_it_applies_an_outcome_without_checking_it() -> None:
    card = Scorecard(VARIANTS["yahtzee"])
    card = card.apply(Fill(Box(0, "ones"), 77, 100, True))

    assert card.points("ones") == 77
    assert card.bonus(0) == 100
