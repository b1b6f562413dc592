"""Several workers at the same instant, on PostgreSQL: each round ends and counts once."""

import asyncio
from functools import partial

import pytest
from django.db import connection

from games.platform.database.threads import in_database
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
