"""Ten days of holiday a year: in games with a long clock, no turn of a player ends meanwhile.

A turn is over at its deadline, or at the end of its player's holiday if that is later: the worker
waits (`games.tables.live.deadlines`). The game's log knows nothing of it. Days that have begun are
spent, however often somebody starts and ends a holiday.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.record.log.waiting import look_again
from games.tables.rooms.models import Holiday
from games.tables.rooms.player_changes import bump_rooms

DAYS_A_YEAR = 10
AHEAD = timedelta(days=366)
"""How long before a holiday may be chosen."""
KEPT = timedelta(days=800)
"""Then nothing asks how many days of its year were spent."""
DAY, NOON = timedelta(days=1), timedelta(hours=12)


def choose(player: User, first: date, last: date) -> Holiday:
    """Give a player a holiday of whole days in their time zone. Raises Refused."""
    now, zone = utc_now(), ZoneInfo(player.time_zone or "UTC")
    if first < now.astimezone(zone).date() or last < first:
        raise Refused(ErrorCode.BAD_MESSAGE, "Please choose days from today on.")
    starts_at, ends_at = _midnight(first, zone), _midnight(last + DAY, zone)
    if ends_at > now + AHEAD:
        raise Refused(ErrorCode.BAD_MESSAGE, "Please choose days within a year.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        mine = list(Holiday.objects.filter(player=player))
        if any(each.starts_at < ends_at and starts_at < each.ends_at for each in mine):
            raise Refused(ErrorCode.BAD_MESSAGE, "You have a holiday on one of these days.")
        wanted = Holiday(player=player, starts_at=starts_at, ends_at=ends_at)
        spent = _spent([*mine, wanted])
        if any(spent[year] > DAYS_A_YEAR for year in _spent([wanted])):
            raise Refused(
                ErrorCode.BAD_MESSAGE, "You have %(count)s days a year.", count=DAYS_A_YEAR
            )
        wanted.save()
    bump_rooms(player.pk)
    return wanted


def give_up(player: User, holiday_id: int) -> None:
    """End a holiday today, or give it up if it has not begun. Today stays spent."""
    now, zone = utc_now(), ZoneInfo(player.time_zone or "UTC")
    mine = Holiday.objects.filter(pk=holiday_id, player=player)
    tonight = _midnight(now.astimezone(zone).date() + DAY, zone)
    mine.filter(starts_at__gt=now).delete()
    if mine.filter(ends_at__gt=tonight).update(ends_at=tonight):
        look_again(player.pk, tonight)
    bump_rooms(player.pk)


def days_left(player: User, year: int) -> int:
    return max(0, DAYS_A_YEAR - _spent(Holiday.objects.filter(player=player))[year])


def holidays_of(player: User) -> list[Holiday]:
    """Return the holidays of a player that are not over, the first one first."""
    mine = Holiday.objects.filter(player=player, ends_at__gt=utc_now())
    return list(mine.order_by("starts_at"))


def forget_old(now: datetime) -> None:
    Holiday.objects.filter(ends_at__lt=now - KEPT).delete()


def _spent(holidays: Iterable[Holiday]) -> Counter[int]:
    """Return how many days of each year these holidays take."""
    spent: Counter[int] = Counter()
    for each in holidays:
        # Summer time may make one an hour longer or shorter.
        for number in range(round((each.ends_at - each.starts_at) / DAY)):
            spent[(each.starts_at + number * DAY + NOON).year] += 1
    return spent


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
