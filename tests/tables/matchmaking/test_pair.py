"""Waves of random tickets, compared with all possible tables."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tables.matchmaking.pairing import Ticket, pair
from tests.examples import examples
from tests.support.oracles.pairing import YACHT, YAHTZEE, agree, tables_for, ticket

NOW = 40.0


@st.composite
def any_tickets(draw: st.DrawFn, most: int = 8) -> list[Ticket]:
    """A few tickets, some of one player, of few settings so that many fit each other."""
    count = draw(st.integers(0, most))
    return [
        ticket(
            id_,
            size=draw(st.sampled_from([None, 2, 3, 4])),
            rating=draw(st.sampled_from([1300.0, 1450.0, 1500.0, 1510.0, 1590.0, 2000.0])),
            created_at=draw(st.sampled_from([0.0, 5.0, 20.0, 30.0, 39.0])),
            apart=draw(st.sets(st.integers(0, most), max_size=2)) - {id_},
            settings=draw(st.sampled_from([YAHTZEE, YAHTZEE, YACHT])),
            player=draw(st.sampled_from([id_, id_, id_, 0])),
        )
        for id_ in range(count)
    ]


def paired(tickets: list[Ticket], now: float = NOW) -> set[frozenset[int]]:
    return {frozenset(ticket.id for ticket in table.tickets) for table in pair(tickets, now)}


@given(any_tickets())
@settings(max_examples=examples(300), deadline=None)
def test_it_makes_only_tables_that_all_agree_to(tickets: list[Ticket]) -> None:
    tables = pair(tickets, NOW)
    assert all(agree(table.tickets) for table in tables)
    players = [ticket.player for table in tables for ticket in table.tickets]
    assert len(players) == len(set(players))
    assert {ticket for table in tables for ticket in table.tickets} <= set(tickets)


@given(any_tickets())
@settings(max_examples=examples(300), deadline=None)
def test_it_keeps_everybody_within_reach_of_one_at_the_table(tickets: list[Ticket]) -> None:
    for table in pair(tickets, NOW):
        assert any(
            set(possible) == set(table.tickets)
            for one in table.tickets
            for possible in tables_for(one, table.tickets, NOW)
        )


@given(any_tickets())
@settings(max_examples=examples(300), deadline=None)
def test_it_leaves_nobody_waiting_who_could_play(tickets: list[Ticket]) -> None:
    busy = {ticket.player for table in pair(tickets, NOW) for ticket in table.tickets}
    rest = [ticket for ticket in tickets if ticket.player not in busy]
    assert not [table for one in rest for table in tables_for(one, rest, NOW)]


@given(any_tickets())
@settings(max_examples=examples(300), deadline=None)
def test_it_serves_the_oldest_if_any_table_at_all_is_possible(tickets: list[Ticket]) -> None:
    if tickets:
        oldest = min(tickets, key=lambda ticket: (ticket.created_at, ticket.id))
        possible = any(tables_for(oldest, tickets, NOW))
        served = any(oldest in table.tickets for table in pair(tickets, NOW))
        assert served == possible


@given(any_tickets(), st.randoms())
@settings(max_examples=examples(100), deadline=None)
def test_it_answers_the_same_in_whatever_order_tickets_come(
    tickets: list[Ticket], rng: random.Random
) -> None:
    shuffled = rng.sample(tickets, len(tickets))
    assert pair(shuffled, NOW) == pair(tickets, NOW)


def test_it_pairs_the_oldest_with_the_nearest_rating() -> None:
    alice, bob, charlie = ticket(1), ticket(2, rating=1540), ticket(3, rating=1470, created_at=1)
    assert paired([alice, bob, charlie], now=2) == {frozenset({1, 3})}


@pytest.mark.parametrize(("waited", "distance"), [(0, 75), (5, 100), (29, 220)])
def test_it_widens_the_distance_with_waiting(waited: float, distance: float) -> None:
    alice = ticket(1)
    near, far = ticket(2, rating=1500 + distance), ticket(2, rating=1501 + distance)
    assert paired([alice, near._replace(created_at=waited)], waited) == {frozenset({1, 2})}
    assert paired([alice, far._replace(created_at=waited)], waited) == set()


@pytest.mark.parametrize("size", [0, 1, 5])
def test_it_refuses_sizes_that_no_table_has(size: int) -> None:
    with pytest.raises(ValueError, match="no table"):
        pair([ticket(1, size)], NOW)


def test_it_refuses_two_tickets_with_one_id() -> None:
    with pytest.raises(ValueError, match="two tickets"):
        pair([ticket(1), ticket(1)], NOW)
