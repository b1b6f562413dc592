"""The worker makes, ends, counts and analyses dailies."""

from pytest_django.fixtures import Settings

from games.core.engine import Roll
from games.models import Daily, DailyEntry, DailyWeek, User
from games.platform.database.threads import in_database
from games.site.events.daily.jobs import judge_dailies, sweep_dailies
from games.tables.live.registry import Hubs
from tests.site.events.daily.playing import DAY_S, begin, do, play_out
from tests.support.client import visit
from tests.support.clock import FakeClock
from tests.support.people import keep


async def test_it_takes_a_daily_from_its_commitment_to_its_analysis(
    hubs: Hubs, clock: FakeClock, settings: Settings, alice: User, bob: User
) -> None:
    settings.SAME_DICE_RATED_GAMES = 0
    await in_database(lambda: keep(alice))
    alice.is_guest = False
    assert await sweep_dailies() > 0
    total = await in_database(lambda: play_out(begin(alice, clock), clock))
    running = await in_database(lambda: begin(bob, clock))
    await in_database(lambda: do(running, Roll(1, 0), clock))
    assert running.room is not None
    tab = await visit(running.room, bob)
    clock.advance(DAY_S + 1800)
    for _ in range(3):
        await sweep_dailies()
    await tab.reach_room(status="over")
    daily = await in_database(lambda: Daily.objects.get(variant="yacht", revealed_at__isnull=False))
    entries = await in_database(
        lambda: list(DailyEntry.objects.order_by("pk").values_list("total", "ranked"))
    )
    assert entries == [(total, True), (None, False)]
    assert await in_database(lambda: DailyWeek.objects.get().points) == total
    while not (await in_database(lambda: Daily.objects.get(pk=daily.pk))).judged:
        await judge_dailies()
    assert await in_database(lambda: DailyEntry.objects.filter(loss=None).count()) == 1
