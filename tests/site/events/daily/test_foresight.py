"""The games of a daily are measured by the worker after the reveal, also those that were left."""

from games.core.engine import Roll
from games.models import DiceShare, Foresight, SeatForesight, User
from games.platform.database.threads import in_database
from games.site.events.daily.settling import settle
from games.site.study.foresight.jobs import sweep_foresight
from tests.site.events.daily.playing import DAY_S, begin, daily_of, do, play_out
from tests.support.clock import FakeClock
from tests.support.people import account, person

HALF_HOUR_S = 1800.0


async def test_it_measures_every_game_of_a_daily_once_after_the_reveal(
    transactional_db: None, clock: FakeClock
) -> None:
    def play() -> tuple[User, User, User]:
        people = account("Alice"), account("Bob"), person("Gus")
        alice, bob, guest = people
        play_out(begin(alice, clock), clock)
        play_out(begin(guest, clock), clock, best=False)
        # Bob only rolls: the game ends with the day.
        do(begin(bob, clock), Roll(1, 0), clock)
        return people

    alice, bob, guest = await in_database(play)
    clock.advance(DAY_S)
    assert await sweep_foresight() == 0
    clock.advance(HALF_HOUR_S)
    await in_database(lambda: settle(clock.utc_now()))
    assert await sweep_foresight() == 3
    assert await sweep_foresight() == 0

    def check() -> None:
        measured = dict(SeatForesight.objects.values_list("player", "choices"))
        assert measured.keys() == {alice.pk, bob.pk, guest.pk}
        assert measured[bob.pk] == 0
        assert min(measured[alice.pk], measured[guest.pk]) > 0
        sums = dict(Foresight.objects.values_list("player", "choices"))
        assert sums == measured
        clock.advance(-DAY_S)
        share = DiceShare.objects.get(code=daily_of(clock).share)
        assert share.foresight_counted

    await in_database(check)
