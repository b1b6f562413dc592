"""The nights of a circle: each begins at 04:00 in its time zone, and ends at the next 04:00."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.people.circles.models import Circle

BEGINS = time(4)
DAY = timedelta(days=1)


def night_of(at: datetime, zone: str) -> date:
    """Return the day on which the night of a moment began."""
    day = at.astimezone(ZoneInfo(zone)).date()
    # More than once where a zone has left out a whole day.
    while at < beginning(day, zone):
        day -= DAY
    return day


def beginning(night: date, zone: str) -> datetime:
    """Return when a night begins. Where clocks go back at that hour: the first time."""
    return datetime.combine(night, BEGINS, ZoneInfo(zone)).astimezone(UTC)


def end(night: date, zone: str) -> datetime:
    return beginning(night + DAY, zone)


def tonight(circle: Circle, now: datetime) -> date:
    return night_of(now, circle.zone)
