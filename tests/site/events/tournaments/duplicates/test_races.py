"""Several workers at the same instant, on PostgreSQL: everybody has one seat, and each round ends
and counts once.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.core.protocol.errors import Refused
from games.models import Seat, TournamentSeat
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.site.events.tournaments import joining
from games.site.events.tournaments.duplicates import starting
from games.site.events.tournaments.duplicates.jobs import DuplicateSweep
from games.tables.live.registry import Hubs
from tests.site.events.tournaments.duplicates.event import (
    ROUNDS,
    begin,
    begins_of,
    duplicate,
    entries_of,
    first_round,
    games_of,
    log_of,
    people,
    play_round,
)
from tests.support.clock import FakeClock


@pytest.fixture(autouse=True)
def _real_locks() -> None:
    """On SQLite writers wait for each other anyway."""
    assert connection.vendor == "postgresql"


async def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do all this work at the same instant; return what came of it, refusals among it."""

    def done(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except Refused as refusal:
            return refusal

    return await asyncio.gather(*(in_database(partial(done, work)) for work in works))


async def test_it_seats_everybody_once_though_four_workers_begin(
    transactional_db: None, clock: FakeClock
) -> None:
    players = await in_database(lambda: people(23))
    event = await in_database(lambda: duplicate(seats=8))
    await in_database(lambda: begin(event, clock, *players))
    late = (await in_database(lambda: people(25)))[-1]
    found = await at_once(
        *[partial(starting.start_due, utc_now())] * 4, partial(joining.join, event.pk, late.pk)
    )
    assert sum(each for each in found if isinstance(each, int)) == 3

    def check() -> None:
        taken = Seat.objects.exclude(player=None).values_list("player_id", flat=True)
        assert Counter(taken) == Counter(player.pk for player in players)
        assert TournamentSeat.objects.filter(open=True).count() == 23
        assert {entry.state for entry in entries_of(event)} == {"playing"}

    await in_database(check)


async def test_three_workers_end_each_round_once(hubs: Hubs, clock: FakeClock) -> None:
    players = await in_database(lambda: people(5))
    event = await in_database(duplicate)
    await in_database(lambda: begin(event, clock, *players))
    workers = [DuplicateSweep() for _ in range(3)]
    for number in range(ROUNDS + 1):
        await asyncio.gather(*[worker.sweep() for worker in workers])
        # A worker may have been told "busy", or found the table locked.
        await workers[0].sweep()
        if number == ROUNDS:
            break
        await in_database(lambda: first_round(event, clock))
        assert await in_database(lambda: len(begins_of(event))) == number + 1
        for game in await in_database(lambda: games_of(event)):
            await in_database(partial(play_round, game, number))

    def check() -> None:
        event.refresh_from_db()
        assert event.finished_at is not None
        assert {len(entry.totals or []) for entry in entries_of(event)} == {ROUNDS}
        assert log_of(event.share) == ["commitment", "reveal", "log"]

    await in_database(check)
