"""A player's own dailies: results, streaks and calendar."""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q

from games.people.accounts.models import User
from games.platform.clock import ONE_DAY, monday_of
from games.site.events.daily.models import Daily, DailyEntry

DAYS_OF_WEEK = 7


class Streaks(NamedTuple):
    """Days in a row with a full card: up to today or yesterday, and the longest ever."""

    current: int
    best: int


class CalendarDay(NamedTuple):
    """A day of the calendar: the player's totals by variant. `results`: the variant whose results
    to show, if possible one that the player has finished; None on days without a daily.
    """

    day: date
    totals: dict[str, int]
    is_future: bool
    results: str | None


def streaks_of(player: User, today: date, fresh: Iterable[DailyEntry]) -> Streaks:
    """Return the player's streaks. One full card of any variant is enough for a day. `fresh`: from
    `fresh_results`.

    A card of yesterday that is still being played after midnight can continue a streak.
    """
    yesterday = today - ONE_DAY
    running = Q(day=yesterday, over=False)
    entries = DailyEntry.objects.filter(Q(total__isnull=False) | running, player=player)
    rows = {pk: (day, over) for pk, day, over in entries.values_list("pk", "day", "over")}
    for entry in fresh:
        rows.pop(entry.pk, None)
        if entry.total is not None:
            rows[entry.pk] = entry.day, True
    full = {day for day, over in rows.values() if over}
    days = {day for day, _ in rows.values()}
    return streaks(full, today if len(full) == len(days) else yesterday)


def streaks(days: Collection[date], today: date) -> Streaks:
    """Return the streaks of somebody who has finished a daily on these days.

    A streak does not end until the day after its last day is over.
    """
    best = current = 0
    for day in days:
        if day - ONE_DAY in days:
            continue
        length = 1
        while day + length * ONE_DAY in days:
            length += 1
        best = max(best, length)
        if day + length * ONE_DAY >= today:
            current = max(current, length)
    return Streaks(current, best)


def calendar_of(
    player: User, month: date, today: date, fresh: Iterable[DailyEntry]
) -> list[list[CalendarDay | None]]:
    """Return the weeks of a month, from Monday, with the player's totals; None for days of other
    months. `fresh`: from `fresh_results`.
    """
    first = month.replace(day=1)
    last = (first + timedelta(days=31)).replace(day=1) - ONE_DAY
    entries = DailyEntry.objects.filter(player=player, day__gte=first, day__lte=last)
    totals: dict[date, dict[str, int]] = {}
    finished = entries.filter(total__isnull=False).order_by("day", "pk")
    rows = [
        *finished.values_list("day", "daily__variant", "total"),
        *((entry.day, entry.daily.variant, entry.total) for entry in fresh),
    ]
    for day, variant, total in rows:
        if total is not None and first <= day <= last:
            totals.setdefault(day, {})[variant] = total
    played = Daily.objects.filter(day__gte=first, day__lte=min(last, today)).order_by("day", "-pk")
    results: dict[date, str] = dict(played.values_list("day", "variant"))
    results.update({day: next(iter(those)) for day, those in totals.items()})
    start = monday_of(first)
    weeks = (last - start).days // DAYS_OF_WEEK + 1
    days = [start + number * ONE_DAY for number in range(weeks * DAYS_OF_WEEK)]
    cells = [
        CalendarDay(day, totals.get(day, {}), day > today, results.get(day))
        if first <= day <= last
        else None
        for day in days
    ]
    return [cells[at : at + DAYS_OF_WEEK] for at in range(0, len(cells), DAYS_OF_WEEK)]
