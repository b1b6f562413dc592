"""The chi-square test gives what is published."""

import pytest

from games.record.audit.tally import chi_square, upper_tail

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


def test_it_tests_the_faces_of_a_die() -> None:
    # Wikipedia, "Pearson's chi-squared test", "Fairness of dice": 13.4 with 5 degrees.
    found = chi_square([[5, 8, 9, 8, 10, 20]])
    assert found.statistic == pytest.approx(13.4)
    assert (found.freedom, found.dice) == (5, 60)
    assert found.p is not None
    assert 0.01 < found.p < 0.05


def test_it_compares_each_row_with_its_own_total() -> None:
    # Rows may have any length of their own: only the faces within a row must be even.
    found = chi_square([[5, 8, 9, 8, 10, 20], [7] * 6, [0] * 6])
    assert found.statistic == pytest.approx(13.4)
    assert (found.freedom, found.dice) == (10, 102)


def test_it_gives_no_chance_for_few_dice() -> None:
    assert chi_square([[5] * 6]).p == 1.0
    assert chi_square([[5] * 5 + [4]]).p is None
    assert chi_square([[100] * 6, [1] * 6]).p is None
    assert chi_square([]).p is None
