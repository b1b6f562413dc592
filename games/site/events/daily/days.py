"""The times of a daily: it begins at midnight UTC, and is revealed half an hour after its end."""

from datetime import date, datetime, timedelta

from games.platform.clock import ONE_DAY, begin_of

# After midnight, players who have begun before may play on for this long.
PLAY_ON = timedelta(minutes=30)


def ends_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be begun."""
    return begin_of(day + ONE_DAY)


def closes_at(day: date) -> datetime:
    """Return when the daily of a day can no longer be played."""
    return ends_at(day) + PLAY_ON
