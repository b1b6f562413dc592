"""The copies of the database from before updates: their names, and how long they stay."""

import re
from datetime import date, timedelta
from pathlib import Path

NAME = re.compile(r"before-.+-(\d{4}-\d\d-\d\d)\.backup")
COUNT = 3
"""So many of the newest stay, however old they are."""
AGE = timedelta(days=30)
"""None younger than this is deleted."""


def name_of_copy(release: str, day: date) -> str:
    """Return the name of a copy that is made before an update to a release."""
    return f"before-{release}-{day.isoformat()}.backup"


def delete_old_copies(directory: Path, today: date) -> None:
    """Delete the copies that are neither among the newest nor young. Other files stay."""
    found = []
    for path in directory.iterdir():
        if match := NAME.fullmatch(path.name):
            try:
                found.append((date.fromisoformat(match[1]), path))
            except ValueError:  # no day of the calendar: not ours
                continue
    for made, path in sorted(found, reverse=True)[COUNT:]:
        if made <= today - AGE:
            path.unlink(missing_ok=True)
