"""The times of a daily: it begins at midnight UTC, and is revealed half an hour after its end."""

from datetime import UTC, date, datetime, time, timedelta

# After midnight, players who have begun before may play on for this long.
PLAY_ON = timedelta(minutes=30)
ONE_DAY = timedelta(days=1)


def day_of(now: datetime) -> date:
    """Return the day whose daily can be begun now."""
    return now.astimezone(UTC).date()


def begins_at(day: date) -> datetime:
    """Return when the daily of a day can be begun."""
    return datetime.combine(day, time(), UTC)


def ends_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be begun."""
    return begins_at(day + ONE_DAY)


def closes_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be played."""
    return ends_at(day) + PLAY_ON


def monday_of(day: date) -> date:
    """Return the Monday of the week of a day."""
    return day - timedelta(days=day.weekday())
