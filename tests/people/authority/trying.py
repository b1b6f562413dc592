"""Tries something on a page, and takes it back."""

from collections.abc import Callable

from django.db import transaction

from games.platform.limits.rates import BUCKETS


def works(try_it: Callable[[], bool]) -> bool:
    """Return whether something worked; afterwards the database is as before."""
    with transaction.atomic():
        worked = try_it()
        transaction.set_rollback(True)
    BUCKETS.clear()
    return worked
