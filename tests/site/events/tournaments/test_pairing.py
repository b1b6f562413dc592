"""Who plays whom: waves of random players, compared with all possible tables."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.site.events.tournaments.pairing import Candidate, pair
from tests.examples import examples
from tests.support.oracles.tournaments import agree, candidate, may_meet, want_to_meet

SEATS = st.integers(2, 4)


@st.composite
def crowds(draw: st.DrawFn, most: int = 9) -> list[Candidate]:
    """A few players, some of whom have just met or blocked each other."""
    count = draw(st.integers(0, most))
    others = st.sets(st.integers(100, 100 + most), max_size=3)
    return [
        candidate(
            id_,
            score=draw(st.sampled_from([0, 12, 12, 24, 60])),
            rating=draw(st.sampled_from([1400.0, 1500.0, 1600.0])),
            waited=draw(st.sampled_from([0.0, 1.0, 3.0, 9.0, 10.0, 25.0])),
            met=draw(others) - {100 + id_},
            blocked=draw(others) - {100 + id_} if draw(st.booleans()) else (),
            apart=draw(others) - {100 + id_} if draw(st.booleans()) else (),
        )
        for id_ in range(count)
    ]


def numbers(tables: list[tuple[Candidate, ...]]) -> set[frozenset[int]]:
    return {frozenset(each.entry for each in table) for table in tables}


@given(crowds(), SEATS)
@settings(max_examples=examples(400), deadline=None)
def test_it_seats_nobody_twice_and_nobody_who_must_stay_apart(
    crowd: list[Candidate], seats: int
) -> None:
    tables = pair(crowd, seats)
    seated = [each for table in tables for each in table]
    assert len(seated) == len(set(seated))
    assert set(seated) <= set(crowd)
    for table in tables:
        assert 2 <= len(table) <= seats
        assert all(may_meet(one, other) for one, other in combinations(table, 2))


@given(crowds(), SEATS)
@settings(max_examples=examples(400), deadline=None)
def test_it_seats_people_who_blocked_each_other_only_if_nobody_else_is_left(
    crowd: list[Candidate], seats: int
) -> None:
    tables = pair(crowd, seats)
    left = set(crowd) - {each for table in tables for each in table}
    for table in tables:
        if all(want_to_meet(one, other) for one, other in combinations(table, 2)):
            continue
        assert len(table) == 2
        overdue = [each for each in table if each.waited >= 10]
        assert overdue
        assert not [each for each in left if any(want_to_meet(each, one) for one in overdue)]


@given(crowds(), SEATS)
@settings(max_examples=examples(400), deadline=None)
def test_it_makes_smaller_tables_and_repeats_only_for_those_who_have_waited(
    crowd: list[Candidate], seats: int
) -> None:
    tables = pair(crowd, seats)
    impatient = [table for table in tables if max(each.waited for each in table) < 10]
    for table in impatient:
        assert all(agree(one, other) for one, other in combinations(table, 2))
    # Only a table that gave a player away is smaller, and there the receiver has waited.
    late = sum(max(each.waited for each in table) >= 10 for table in tables)
    assert sum(len(table) < seats for table in impatient) <= late


@given(crowds(), SEATS)
@settings(max_examples=examples(400), deadline=None)
def test_it_leaves_nobody_who_has_waited_with_somebody_they_could_play(
    crowd: list[Candidate], seats: int
) -> None:
    seated = {each for table in pair(crowd, seats) for each in table}
    left = [each for each in crowd if each not in seated]
    for one in left:
        if one.waited >= 10:
            assert not [other for other in left if other is not one and may_meet(one, other)]


@given(crowds())
@settings(max_examples=examples(400), deadline=None)
def test_it_leaves_no_two_who_could_play_at_once(crowd: list[Candidate]) -> None:
    seated = {each for table in pair(crowd, 2) for each in table}
    left = [each for each in crowd if each not in seated]
    assert not [pair_ for pair_ in combinations(left, 2) if agree(*pair_)]


@given(crowds(), SEATS, st.randoms())
@settings(max_examples=examples(100), deadline=None)
def test_it_answers_the_same_in_whatever_order_players_come(
    crowd: list[Candidate], seats: int, rng: random.Random
) -> None:
    mixed = rng.sample(crowd, len(crowd))
    assert numbers(pair(mixed, seats)) == numbers(pair(crowd, seats))


def test_it_pairs_neighbours_in_the_standings() -> None:
    crowd = [candidate(id_, score=score) for id_, score in enumerate([0, 60, 12, 48, 24, 36])]
    assert numbers(pair(crowd, 2)) == {
        frozenset({1, 3}),
        frozenset({5, 4}),
        frozenset({2, 0}),
    }


def test_it_leaves_nobody_alone_who_has_waited_if_a_larger_table_can_help() -> None:
    crowd = [candidate(id_, waited=11.0 if id_ == 4 else 12.0) for id_ in range(5)]
    assert sorted(len(table) for table in pair(crowd, 4)) == [2, 3]


def test_it_refuses_a_player_who_waits_twice_and_a_table_for_one() -> None:
    with pytest.raises(ValueError, match="only once"):
        pair([candidate(1), candidate(1)], 2)
    with pytest.raises(ValueError, match="two players or more"):
        pair([candidate(1), candidate(2)], 1)
