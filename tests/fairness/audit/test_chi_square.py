"""The chi-square test gives what is published."""

import math

import pytest

from games.fairness.audit.chi_square import chi_square, upper_tail

# Critical values of the chi-square distribution. NIST/SEMATECH e-Handbook of Statistical Methods,
# section 1.3.6.7.4: by degrees of freedom, the value exceeded with each probability.
PROBABILITIES = (0.10, 0.05, 0.025, 0.01, 0.001)
CRITICAL = {
    1: (2.706, 3.841, 5.024, 6.635, 10.828),
    2: (4.605, 5.991, 7.378, 9.210, 13.816),
    3: (6.251, 7.815, 9.348, 11.345, 16.266),
    5: (9.236, 11.070, 12.833, 15.086, 20.515),
    10: (15.987, 18.307, 20.483, 23.209, 29.588),
    25: (34.382, 37.652, 40.646, 44.314, 52.620),
    30: (40.256, 43.773, 46.979, 50.892, 59.703),
    35: (46.059, 49.802, 53.203, 57.342, 66.619),
}


@pytest.mark.parametrize("freedom", CRITICAL)
def test_it_gives_the_probabilities_of_published_tables(freedom: int) -> None:
    for value, probability in zip(CRITICAL[freedom], PROBABILITIES, strict=True):
        # The table has three digits after the point.
        assert upper_tail(value, freedom) == pytest.approx(probability, rel=2e-3)


@pytest.mark.parametrize("freedom", [1, 2, 5, 25, 30])
def test_it_agrees_with_the_integral_of_the_density(freedom: int) -> None:
    """Simpson's rule on the density, as a second implementation."""
    for statistic in (0.5, 3.0, 17.0, 40.0):
        steps, end = 20_000, 400.0
        width = (end - statistic) / steps
        heights = [density(statistic + width * step, freedom) for step in range(steps + 1)]
        inner = 4 * sum(heights[1:-1:2]) + 2 * sum(heights[2:-1:2])
        tail = width / 3 * (heights[0] + inner + heights[-1])
        assert upper_tail(statistic, freedom) == pytest.approx(tail, abs=1e-6)


def density(value: float, freedom: int) -> float:
    half = freedom / 2
    return math.exp(
        (half - 1) * math.log(value) - value / 2 - half * math.log(2) - math.lgamma(half)
    )


def test_it_begins_at_one_and_falls_to_zero() -> None:
    for freedom in range(1, 40):
        assert upper_tail(0.0, freedom) == 1.0
        assert upper_tail(2000.0, freedom) == pytest.approx(0.0, abs=1e-300)


def test_it_tests_the_faces_of_a_die() -> None:
    """Wikipedia, "Pearson's chi-squared test", "Fairness of dice": 13.4 with 5 degrees."""
    found = chi_square([[5, 8, 9, 8, 10, 20]])
    assert found.statistic == pytest.approx(13.4)
    assert (found.freedom, found.dice) == (5, 60)
    assert found.p is not None
    assert 0.01 < found.p < 0.05


def test_it_compares_each_row_with_its_own_total() -> None:
    """Rows may have any length of their own: only the faces within a row must be even."""
    found = chi_square([[5, 8, 9, 8, 10, 20], [7] * 6, [0] * 6])
    assert found.statistic == pytest.approx(13.4)
    assert (found.freedom, found.dice) == (10, 102)


def test_it_gives_no_chance_for_few_dice() -> None:
    assert chi_square([[5] * 6]).p == 1.0
    assert chi_square([[5] * 5 + [4]]).p is None
    assert chi_square([[100] * 6, [1] * 6]).p is None
    assert chi_square([]).p is None
