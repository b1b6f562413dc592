"""Several workers at the same instant, on PostgreSQL: each step of a daily is taken once."""

from functools import partial

import pytest

from games.models import DailyEntry, DailyScore, DailyWeek
from games.platform.database.threads import in_database
from games.site.events.daily.settling import count_weeks, settle, take_open_results
from tests.site.events.daily.playing import DAY_S, begin, play_out
from tests.support.clock import FakeClock
from tests.support.people import account
from tests.support.races import at_once

pytestmark = pytest.mark.usefixtures("real_locks")

PLAYERS = 6


async def test_it_takes_each_step_once_though_four_workers_do(clock: FakeClock) -> None:
    def prepare() -> None:
        for number in range(PLAYERS):
            play_out(begin(account(f"P{number}"), clock), clock)

    await in_database(prepare)
    # What is ranked is decided once: the reveal counts it.
    assert sum(await at_once(*[take_open_results] * 4)) == PLAYERS
    clock.advance(DAY_S + 1800)
    await at_once(*[partial(settle, clock.utc_now())] * 4)
    assert sum(await at_once(*[count_weeks] * 4)) == PLAYERS

    def check() -> None:
        ranked = DailyEntry.objects.filter(ranked=True)
        assert ranked.count() == PLAYERS
        assert sum(DailyScore.objects.values_list("players", flat=True)) == PLAYERS
        weeks = DailyWeek.objects.values_list("points", flat=True)
        assert sum(weeks) == sum(total or 0 for total in ranked.values_list("total", flat=True))

    await in_database(check)
