"""Matchpoints and percent."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.site.events.tournaments.duplicates.rounds import matchpoints, percent
from tests.examples import examples
from tests.support.oracles import matchpoints as naive

fields = st.lists(st.integers(0, 12), min_size=2, max_size=40)


@given(fields)
@settings(max_examples=examples(200), deadline=None)
def test_it_compares_everybody_with_everybody(totals: list[int]) -> None:
    points = matchpoints(totals)
    assert points == naive.matchpoints(totals)
    for me, mine in enumerate(points):
        assert percent(mine, len(totals)) == pytest.approx(float(naive.percent(totals, me)))


@given(fields, st.integers(1, 400))
@settings(max_examples=examples(200), deadline=None)
def test_its_order_is_that_of_the_shares_of_perfect_play(totals: list[int], perfect: int) -> None:
    shares = [Fraction(total, perfect) for total in totals]
    points = matchpoints(totals)
    for one, other in combinations(range(len(totals)), 2):
        assert (points[one] > points[other]) == (shares[one] > shares[other])
        assert (points[one] == points[other]) == (shares[one] == shares[other])


@given(fields)
@settings(max_examples=examples(50), deadline=None)
def test_the_mean_of_a_field_is_half(totals: list[int]) -> None:
    field = len(totals)
    shares = [percent(points, field) for points in matchpoints(totals)]
    assert sum(shares) / field == pytest.approx(50)


def test_it_compares_nobody_with_themselves() -> None:
    assert matchpoints([210]) == [0]
    with pytest.raises(ValueError, match="nobody"):
        percent(0, 1)
