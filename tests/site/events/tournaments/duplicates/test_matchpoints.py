"""Matchpoints, percent, and the tables of a duplicate event."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.site.events.tournaments.duplicates.rounds import matchpoints, percent
from games.site.events.tournaments.duplicates.starting import sizes_of, tables_of
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


def test_it_uses_as_few_tables_as_possible_and_fills_them_evenly() -> None:
    assert sizes_of(2, 16) == [2]
    assert sizes_of(16, 16) == [16]
    assert sizes_of(17, 16) == [9, 8]
    assert sizes_of(200, 16) == [16] * 5 + [15] * 8
    assert sizes_of(4, 3) == [2, 2]


@given(st.integers(2, 400), st.integers(3, 16))
@settings(max_examples=examples(200), deadline=None)
def test_nobody_is_alone(players: int, most: int) -> None:
    sizes = sizes_of(players, most)
    assert sum(sizes) == players
    assert max(sizes) <= most
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2
    assert sum(sizes) > most * (len(sizes) - 1)


def test_it_refuses_tables_at_which_somebody_could_be_alone() -> None:
    with pytest.raises(ValueError, match="at least 3"):
        sizes_of(5, 2)


@given(st.integers(2, 60), st.integers(3, 16), st.randoms(use_true_random=False))
@settings(max_examples=examples(100), deadline=None)
def test_everybody_has_one_seat(count: int, most: int, rng: object) -> None:
    players = list(range(100, 100 + count))
    blocked = {each: frozenset({rng.choice(players)}) for each in players[::3]}  # type: ignore[attr-defined]  # a Random
    tables = tables_of(players, blocked, most)
    assert sorted(player for table in tables for player in table) == players
    assert sorted(map(len, tables)) == sorted(sizes_of(count, most))


def test_it_keeps_apart_those_who_blocked_each_other_if_it_can() -> None:
    apart = {1: frozenset({2}), 4: frozenset({3})}
    tables = tables_of([1, 2, 3, 4], apart, 3)
    assert not any({1, 2} <= set(table) or {3, 4} <= set(table) for table in tables)
    assert tables_of([1, 2], apart, 3) == [[1, 2]]
