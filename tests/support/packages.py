"""Which package of `games` a file belongs to, wherever its wing stands."""

from pathlib import PurePath

WINGS_OF_WINGS = {"site"}
"""Their folders hold wings, not packages."""


def package_of(path: PurePath) -> str:
    """Return the package of a file, by its path relative to `games`: "rooms" for
    tables/rooms/seats.py. A module in no package is one itself.
    """
    parts = path.with_suffix("").parts
    if parts[0] in {"management", "migrations"} or len(parts) == 1:
        return parts[0]
    depth = 2 if parts[0] in WINGS_OF_WINGS else 1
    return parts[min(depth, len(parts) - 1)]
