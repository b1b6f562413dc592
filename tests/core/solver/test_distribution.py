"""Exact distributions of scores, against published boxes and against their own moments."""

import numpy as np
import pytest

from games.core.rules import Position, Variant, find_variant
from games.core.solver import table
from games.core.solver.boxes import box_chances
from games.core.solver.distribution import distribution
from games.core.solver.lattice import Floats
from tests.core.solver.published import YAHTZEE_BOXES
from tests.core.solver.variants import three_lower, three_upper

YAHTZEE, YATZY = find_variant("yahtzee", joker="free"), find_variant("yatzy")


def moments(chances: Floats) -> tuple[float, float]:
    points = np.arange(len(chances))
    mean = float(chances @ points)
    return mean, float(np.sqrt(chances @ points**2 - mean**2))


@pytest.mark.parametrize("variant", [find_variant("yacht"), three_upper(), three_lower()])
def test_it_has_the_moments_of_the_table(variant: Variant) -> None:
    chances = distribution(variant)
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    assert moments(chances) == pytest.approx((table(variant).start, table(variant).sd), abs=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "yahtzee -,6,-,12,15,18,-,20,25,-,40,50,- 1 - 0",
        "yahtzee:joker=free 3,6,-,12,-,18,20,-,25,-,-,-,20 0 - 0",
        "yatzy 3,-,9,12,-,18,-,22,18,-,15,-,28,-,50 0 - 0",
    ],
)
def test_it_starts_from_the_middle_of_a_game(text: str) -> None:
    card = Position.parse(text).card
    found = table(card.variant)
    state = found.state(card)
    expected = float(found.values[state]), found.variance_at(state) ** 0.5
    assert moments(distribution(card.variant, card)) == pytest.approx(expected, abs=1e-6)


def test_it_agrees_with_a_last_box_computed_by_hand() -> None:
    # Only Ones is open: the number of ones after three throws of each die.
    card = Position.parse("yacht -,6,9,12,15,24,28,0,30,30,20,50 0 - 0").card
    one = 1 - (5 / 6) ** 3
    expected = [
        ways * one**ones * (1 - one) ** (5 - ones) for ones, ways in enumerate((1, 5, 10, 10, 5, 1))
    ]
    assert distribution(card.variant, card) == pytest.approx(np.array(expected))


@pytest.mark.simulation
@pytest.mark.release
def test_it_knows_what_each_box_of_yahtzee_gets() -> None:
    found = box_chances(table(YAHTZEE))
    rows = zip(found.means(), found.sds(), found.points[:, 0], strict=True)
    for category, row in zip(YAHTZEE.categories, rows, strict=True):
        assert row == pytest.approx(YAHTZEE_BOXES[category.id], abs=6e-5)
    assert found.upper_bonus == pytest.approx(0.681181, abs=1e-6)
    assert found.yahtzee_bonuses == pytest.approx(0.095801, abs=1e-6)
    total = found.means().sum() + 35 * found.upper_bonus + 100 * found.yahtzee_bonuses
    assert total == pytest.approx(table(YAHTZEE).start, abs=1e-9)


@pytest.mark.simulation
@pytest.mark.release
def test_it_knows_what_each_box_of_yatzy_gets() -> None:
    found = box_chances(table(YATZY))
    expected = (
        "2.1789 5.6655 9.2899 12.8004 16.2431 19.9727 11.1852 19.3857 15.5040 13.6674 3.9451 "
        "9.7283 21.4605 23.0902 19.4199"
    )
    assert [f"{mean:.4f}" for mean in found.means()] == expected.split()
    assert found.upper_bonus == pytest.approx(0.898065, abs=1e-6)
    assert 1 - found.points[-1, 0] == pytest.approx(0.3884, abs=5e-5)
