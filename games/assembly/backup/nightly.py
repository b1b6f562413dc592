"""A backup each night, in BACKUP_DIR: read back when it is made, and thinned out as it ages."""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from pathlib import Path

from django.conf import settings

from games.assembly.backup.copying import back_up, read_back
from games.assembly.backup.private_file import BackupError

BEGINS = timedelta(hours=3, minutes=30)
"""When a new day's backup is due, after midnight (UTC)."""
NAME = re.compile(r"yacht-(\d{4}-\d\d-\d\d)\.backup")
PART = ".*.backup.*.part"
"""How backups are called that are not complete."""
ABANDONED_S = 24 * 3600
"""After so long without a change, nobody writes such a file any more."""
DAYS, WEEKS, MONTHS = 7, 4, 6
"""How many backups stay: of the newest days, and the newest of each of so many weeks and months."""


def back_up_nightly(now: datetime) -> bool:
    """Make the backup of this day if it is missing, read it back, and delete what is too old.

    Return whether it was made. Raises BackupError; a backup that cannot be read is deleted, and
    nothing else is.
    """
    directory = Path(settings.BACKUP_DIR)
    path = directory / f"yacht-{(now - BEGINS).date().isoformat()}.backup"
    if path.exists():
        return False
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"BACKUP_DIR ({directory}) cannot be written: {error}") from error
    try:
        back_up(path)
    except BackupError:
        if path.exists():
            # Another worker was faster.
            return False
        raise
    try:
        read_back(path)
    except BackupError:
        path.unlink()
        raise
    thin_out(directory, now)
    return True


def thin_out(directory: Path, now: datetime) -> None:
    """Delete the nightly backups that are not to be kept, and what a killed process has left.

    Other files stay, and so do backups of days to come: a clock was wrong, then or now.
    """
    found = {day: path for path in directory.iterdir() if (day := day_of(path.name)) is not None}
    past = {day for day in found if day <= now.date()}
    for day in past - kept(past):
        found[day].unlink(missing_ok=True)
    for part in directory.glob(PART):
        if part.stat().st_mtime < now.timestamp() - ABANDONED_S:
            part.unlink(missing_ok=True)


def day_of(name: str) -> date | None:
    """Return the day of a nightly backup with this name; None if it is another file."""
    match = NAME.fullmatch(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def kept(days: Iterable[date]) -> set[date]:
    """Return the days whose backups stay."""
    newest_first = sorted(days, reverse=True)
    return {
        *newest_first[:DAYS],
        *_newest_of_each(newest_first, lambda day: day.isocalendar()[:2], WEEKS),
        *_newest_of_each(newest_first, lambda day: (day.year, day.month), MONTHS),
    }


def _newest_of_each(
    newest_first: list[date], period: Callable[[date], tuple[int, int]], count: int
) -> list[date]:
    newest: dict[tuple[int, int], date] = {}
    for day in newest_first:
        newest.setdefault(period(day), day)
    return list(newest.values())[:count]
