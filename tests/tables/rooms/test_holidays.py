"""Ten days of holiday a year, in whole days, however often somebody starts and ends one."""

from datetime import UTC, date, datetime, timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import Holiday, Room, User
from games.people.accounts.personal_data import all_personal
from games.platform.clock import utc_now
from games.tables.rooms import away, holidays
from tests.support.clock import FakeClock
from tests.support.people import open_room

pytestmark = [pytest.mark.django_db, pytest.mark.registered]

TODAY = date(2026, 1, 1)
"""The day of the tests' clock."""


def day(number: int) -> date:
    return TODAY + timedelta(days=number)


def test_it_lasts_for_whole_days_where_the_player_lives(alice: User, clock: FakeClock) -> None:
    alice.time_zone = "Asia/Kathmandu"
    chosen = holidays.choose(alice, day(2), day(4))
    assert chosen.starts_at == datetime(2026, 1, 2, 18, 15, tzinfo=UTC)
    assert chosen.ends_at == datetime(2026, 1, 5, 18, 15, tzinfo=UTC)
    assert holidays.days_left(alice, 2026) == 7


def test_summer_time_costs_no_day(alice: User, clock: FakeClock) -> None:
    alice.time_zone = "Europe/Berlin"
    holidays.choose(alice, date(2026, 3, 28), date(2026, 3, 30))
    holidays.choose(alice, date(2026, 10, 24), date(2026, 10, 26))
    assert holidays.days_left(alice, 2026) == 4


@pytest.mark.parametrize("wrong", [(-1, 2), (3, 2), (0, 10), (1, 1), (365, 370)], ids=str)
def test_it_refuses(alice: User, clock: FakeClock, wrong: tuple[int, int]) -> None:
    holidays.choose(alice, day(1), day(1))
    with pytest.raises(Refused):
        holidays.choose(alice, day(wrong[0]), day(wrong[1]))
    assert Holiday.objects.count() == 1


def test_each_year_has_its_own(alice: User, clock: FakeClock) -> None:
    clock.set(round(datetime(2026, 12, 20, tzinfo=UTC).timestamp() * 1000))
    holidays.choose(alice, date(2026, 12, 22), date(2027, 1, 10))
    assert [holidays.days_left(alice, year) for year in (2026, 2027)] == [0, 0]
    with pytest.raises(Refused, match="days a year"):
        holidays.choose(alice, date(2027, 3, 1), date(2027, 3, 1))


def test_days_that_have_begun_stay_spent(alice: User, clock: FakeClock) -> None:
    for number in range(holidays.DAYS_A_YEAR):
        chosen = holidays.choose(alice, day(number), day(number))
        holidays.give_up(alice, chosen.pk)
        clock.advance(86_400)
    assert holidays.days_left(alice, 2026) == 0
    with pytest.raises(Refused, match="days a year"):
        holidays.choose(alice, day(20), day(20))


def test_days_to_come_are_given_back(alice: User, bob: User, clock: FakeClock) -> None:
    chosen = holidays.choose(alice, day(0), day(9))
    holidays.give_up(bob, chosen.pk)
    assert holidays.days_left(alice, 2026) == 0
    clock.advance(2.5 * 86_400)
    holidays.give_up(alice, chosen.pk)
    assert holidays.days_left(alice, 2026) == 7
    assert away.away_until([alice.pk]).keys() == {alice.pk}
    clock.advance(86_400)
    assert away.away_until([alice.pk]) == {}
    later = holidays.choose(alice, day(30), day(36))
    holidays.give_up(alice, later.pk)
    assert holidays.days_left(alice, 2026) == 7


def test_one_after_the_other_is_one(alice: User, bob: User, clock: FakeClock) -> None:
    holidays.choose(alice, day(0), day(1))
    last = holidays.choose(alice, day(2), day(3))
    holidays.choose(alice, day(5), day(5))
    assert away.away_until([alice.pk, bob.pk]) == {alice.pk: round(last.ends_at.timestamp() * 1000)}
    assert away.next_of([alice.pk])[alice.pk][0] <= clock.now_ms()


def test_the_tables_are_told(alice: User, clock: FakeClock) -> None:
    room = open_room(alice)
    before = Room.objects.get(pk=room.pk).rev
    holidays.choose(alice, day(0), day(1))
    assert Room.objects.get(pk=room.pk).rev > before


def test_it_goes_with_its_player(alice: User, bob: User, clock: FakeClock) -> None:
    holidays.choose(alice, day(0), day(1))
    for part in all_personal():
        part.merge(alice, bob)
    assert holidays.days_left(bob, 2026) == 8
    for part in all_personal():
        part.forget(bob)
    assert not Holiday.objects.exists()
    holidays.choose(alice, day(0), day(1))
    holidays.forget_old(utc_now() + timedelta(days=900))
    assert not Holiday.objects.exists()
