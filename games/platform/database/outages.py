"""Whether a failure is the database's: it cannot be reached, or has no connection to
give; and whether it accepts this process's writes. With a full disk it still answers reads.
"""

import sqlite3

from django.db import InterfaceError, OperationalError

from games.platform.clock import monotonic

REFUSED_S = 30.0
"""A refusal counts for this long: perhaps nobody writes again, to show that it is over."""


class Writes:
    """Whether the newest write of a move succeeded."""

    refused_at: float | None = None
    """When the newest move was refused, for whatever reason, in monotonic seconds; None if the
    database has taken it.
    """

    @property
    def are_refused(self) -> bool:
        """Whether the newest move was refused, and not long ago."""
        return self.refused_at is not None and monotonic() - self.refused_at < REFUSED_S


WRITES = Writes()
"""The writes of this process."""


# The classes of SQLSTATE for lost connections and for missing resources, such as connections and
# space; and the states of a server that stops or starts.
CLASSES = ("08", "53")
STATES = ("57P01", "57P02", "57P03")
SQLITE_CODES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)


def is_outage(error: BaseException) -> bool:
    """Whether the same work would succeed later, without any change of it or of its rows."""
    # A statement that takes too long, or waits too long for a row, is no outage: other rows can be
    # worked on meanwhile.
    if isinstance(error, BaseExceptionGroup):
        return all(is_outage(each) for each in error.exceptions)
    # Not their subclasses, which are ours: a secret that cannot be read concerns one game.
    if type(error) not in (OperationalError, InterfaceError):
        return False
    cause = error.__cause__
    if cause is None:
        # Our own, such as a secret that nobody can decrypt: it stays as it is.
        return False
    if isinstance(cause, sqlite3.Error):
        # The lowest byte is the code, the others say more about it.
        return getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in SQLITE_CODES
    # PostgreSQL was never asked, or never answered, if there is no state.
    state = getattr(cause, "sqlstate", None)
    return state is None or state[:2] in CLASSES or state in STATES


def raise_outage(error: BaseException) -> None:
    """Raise the failure if it is the database's: the job that goes on after one row that fails must
    not meet it with each further row.
    """
    if is_outage(error):
        raise error
