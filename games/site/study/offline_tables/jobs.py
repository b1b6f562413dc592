"""Makes the tables for browsers from those that are solved. Solves nothing."""

from games.core.rules import NAMED, Variant, find_variant
from games.platform.database.threads import SLOW, in_database
from games.platform.jobs.job import Job

EVERY_S = 600.0


def variants() -> list[Variant]:
    """Return the rules that everybody plays. Others get their table when they are solved."""
    from games.core.winning.preparation import with_tables  # noqa: PLC0415 - it loads NumPy

    return [*with_tables(), *map(find_variant, NAMED)]


def make_tables() -> int:
    """Make tables that are missing. Return how many were made: each takes seconds, once."""
    from games.core.solver import portable, portable_files  # noqa: PLC0415 - it loads NumPy

    missing = [each for each in variants() if portable_files.bytes_of(each) is None]
    return sum(portable.make(each) is not None for each in missing)


async def sweep_tables() -> int:
    return await in_database(make_tables, SLOW)


JOBS = (Job(name="offline tables", run=sweep_tables, every=EVERY_S, lane="analysing"),)
