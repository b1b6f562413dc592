"""Many waves of pairing: nobody starves, and blocked players never meet."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.tables.matchmaking.pairing import Ticket, pair
from tests.examples import examples
from tests.support.oracles.pairing import ticket

# Seconds between waves, of a worker that has much to do.
WAVE = 3.0


@given(
    size=st.sampled_from([None, 2, 3, 4]),
    newcomers=st.lists(st.lists(st.floats(1000, 2000), min_size=3, max_size=5), min_size=11),
)
@settings(max_examples=examples(60), deadline=None)
def test_it_serves_the_impatient_at_any_distance_before_all_newcomers(
    size: int | None, newcomers: list[list[float]]
) -> None:
    # In each wave at least three come who would do, but all far from alice's rating.
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
