"""Each daily has its commitment in the public log before anybody can see its dice."""

from datetime import timedelta

import pytest

from games.core.rules import VARIANTS
from games.models import Daily, FairLogEntry, GameEvent, User
from games.site.events.daily.opening import open_dailies
from tests.site.events.daily.playing import DAY_S, begin, daily_of
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered


def test_it_commits_to_each_variant_the_day_before(db: None, clock: FakeClock) -> None:
    today = clock.utc_now().date()
    assert open_dailies(clock.utc_now()) == 2 * len(VARIANTS)
    assert open_dailies(clock.utc_now()) == 0
    tomorrow = Daily.objects.filter(day=today + timedelta(days=1))
    assert set(tomorrow.values_list("variant", flat=True)) == set(VARIANTS)
    clock.advance(DAY_S - 1)
    logged = FairLogEntry.objects.filter(code__in=tomorrow.values("share"), kind="commitment")
    assert logged.count() == len(VARIANTS)
    assert not FairLogEntry.objects.filter(is_end=True).exists()


def test_it_commits_when_somebody_begins_before_a_worker_has(alice: User, clock: FakeClock) -> None:
    game = begin(alice, clock)
    place = FairLogEntry.objects.get(code=daily_of(clock).share)
    start = GameEvent.objects.get(game=game, seq=1)
    assert place.kind == "commitment"
    assert place.at <= start.at
    assert place.value in start.data


def test_it_keeps_what_it_made_when_the_day_comes(db: None, clock: FakeClock) -> None:
    open_dailies(clock.utc_now())
    clock.advance(DAY_S)
    shares = set(Daily.objects.values_list("share", flat=True))
    assert open_dailies(clock.utc_now()) == len(VARIANTS)
    assert shares < set(Daily.objects.values_list("share", flat=True))
