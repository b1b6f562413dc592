"""Makes the dailies, and says when they begin and end. A daily begins at midnight UTC, and is
revealed half an hour after its end. Each is committed to in the public
log before anybody can see its dice.
"""

from datetime import date, datetime, timedelta

from django.db import transaction

from games.core.rules import VARIANTS
from games.platform.clock import ONE_DAY, begin_of, day_of
from games.record.fairness.public_log import lock
from games.record.reveals.shared_dice import open_share
from games.site.events.daily.models import Daily

# After midnight, players who have begun before may play on for this long.
PLAY_ON = timedelta(minutes=30)


def ends_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be begun."""
    return begin_of(day + ONE_DAY)


def closes_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be played."""
    return ends_at(day) + PLAY_ON


def open_dailies(now: datetime) -> int:
    """Make the dailies of today and tomorrow that are missing. Return how many were made.

    So the commitment is usually made the day before. Any process may call this: each daily is made
    once.
    """
    today = day_of(now)
    if not _missing(today):
        return 0
    with transaction.atomic():
        # One process at a time. The commitments need this lock of the public log anyway.
        lock()
        missing = _missing(today)
        Daily.objects.bulk_create(
            [Daily(day=day, variant=variant, share=open_share()) for day, variant in missing]
        )
    return len(missing)


def _missing(today: date) -> list[tuple[date, str]]:
    days = (today, today + ONE_DAY)
    known = set(Daily.objects.filter(day__in=days).values_list("day", "variant"))
    return [(day, variant) for day in days for variant in VARIANTS if (day, variant) not in known]
