"""Many waves: nobody starves, and the imagined players wait no longer than promised."""

import math
import random
import time

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bench.simulations.arrivals import WAVE, arrivals, percentile, run, waves
from games.matchmaking.pairing import Ticket, pair
from tests.matchmaking.naive import agree, ticket


@given(
    size=st.sampled_from([None, 2, 3, 4]),
    newcomers=st.lists(st.lists(st.floats(1000, 2000), min_size=3, max_size=5), min_size=11),
)
@settings(max_examples=60, deadline=None)
def test_it_serves_the_impatient_at_any_distance_before_all_newcomers(
    size: int | None, newcomers: list[list[float]]
) -> None:
    """In each wave at least three come who would do, but all far from alice's rating."""
    waiting: list[Ticket] = [alice := ticket(0, size, rating=5000.0)]
    now, number = 0.0, 0
    for ratings in newcomers:
        now += WAVE
        for rating in ratings:
            number += 1
            waiting.append(ticket(number, size, rating, created_at=now))
        tables = pair(waiting, now)
        served = {ticket for table in tables for ticket in table.tickets}
        waiting = [ticket for ticket in waiting if ticket not in served]
        if alice in served:
            break
    assert alice in served
    assert now <= 30 + WAVE


def test_it_lets_none_of_a_busy_game_wait_much_longer_than_half_a_minute() -> None:
    rng = random.Random(7)
    waiting: list[Ticket] = []
    longest = 0.0
    for wave in range(400):
        now = wave * WAVE
        waiting += [
            ticket(wave * 10 + i, rng.choice([2, 2, None]), rng.gauss(1500, 200), now)
            for i in range(rng.choice([2, 3, 4]))
        ]
        served = {ticket.id for table in pair(waiting, now) for ticket in table.tickets}
        longest = max([longest, *(now - t.created_at for t in waiting)])
        waiting = [ticket for ticket in waiting if ticket.id not in served]
    assert longest <= 30 + WAVE


def test_it_keeps_blocked_players_apart_in_a_long_simulation() -> None:
    people = arrivals(3000, 120, random.Random(3))
    tables = [table.tickets for _, tables, _ in waves(people) for table in tables]
    assert len(tables) > 500
    assert any(ticket.blocked for table in tables for ticket in table)
    assert all(agree(table) for table in tables)


def test_it_pairs_ten_thousand_in_a_second() -> None:
    tickets = [arrival.ticket for arrival in arrivals(10_000, 60_000, random.Random(1))]
    tickets = [ticket._replace(player=ticket.id) for ticket in tickets]
    before = time.process_time()
    tables = pair(tickets, now=12.0)
    assert time.process_time() - before < 1.0
    assert sum(len(table.tickets) for table in tables) > 9000


def test_it_keeps_waiting_and_distance_within_bounds() -> None:
    results = run(arrivals(10_000, 60, random.Random(1)))
    paired = {name: len(result.waits) for name, result in results.items()}
    shares = {name: paired[name] / (paired[name] + results[name].left) for name in results}
    assert shares["popular"] > 0.9
    assert shares["usual"] > 0.7
    # Pairing, not its lack, takes at most this long: who waits longer lacks company.
    for name, half, most in (("popular", 12, 60), ("usual", 18, 90), ("rare", 24, 130)):
        waits, distances = results[name].waits, results[name].distances
        assert percentile(waits, 50) <= half
        assert percentile(waits, 90) <= most
        assert percentile(waits, 100) <= 240
        assert percentile(distances, 50) <= 120
        assert percentile(distances, 90) <= 270


def test_it_gets_fairer_the_more_people_there_are() -> None:
    few, many = (
        run(arrivals(5000, a_minute, random.Random(1)))["popular"] for a_minute in (30, 600)
    )
    assert percentile(many.waits, 90) < percentile(few.waits, 90)
    assert percentile(many.distances, 50) < percentile(few.distances, 50)


def test_it_tells_percentiles_of_few_values() -> None:
    assert math.isnan(percentile([], 50))
    assert percentile([3.0], 90) == 3.0
    assert percentile([1.0, 9.0], 100) == 9.0


def test_it_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        call_command("simulate_matchmaking", arrivals=500, seed=4)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[:5]] == [
        "| settings",
        "|---|---|---|---|---|---|---|---|",
        "| popular",
        "| usual",
        "| rare",
    ]
    assert lines[:5] == lines[5:]
