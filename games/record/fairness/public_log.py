"""The public log of commitments in the database: append entries, read them.

Transactions append one after the other, because of an advisory lock (PostgreSQL) or the lock that
every write takes (SQLite). To avoid deadlocks, a transaction that also locks a room does so first.
"""

import logging
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q

from games.core.engine.fair_log import CLOSED, COMMITMENT, EMPTY, ENDS, LOG, ChainEntry, following
from games.core.protocol.room_view import EntryPlace
from games.platform.clock import now_ms
from games.platform.database.prepared import Prepared, fetch
from games.record.fairness.models import DiceSecret, FairLogEntry
from games.record.fairness.secrets import UnreadableSecret, secret_of

logger = logging.getLogger(__name__)

# The key of the advisory lock: "fair" in ASCII.
LOCK = 0x66616972
SELECT_LOCK = "SELECT pg_advisory_xact_lock(%s)"
COLUMNS = ("index", "at", "kind", "code", "value", "previous", "hash")


class GameEntries(NamedTuple):
    """Where the public log has a game's commitment, its end, and the hash of its last event. Each
    is None if it is not there (yet).
    """

    commitment: EntryPlace | None
    end: EntryPlace | None
    log: EntryPlace | None


class NewEntry(NamedTuple):
    """What an entry will say: a kind of `games.core.engine.fair_log`, a code, a value in hex."""

    kind: str
    code: str
    value: str


_head = Prepared(lambda: FairLogEntry.objects.order_by("-index")[:1])


def read_head() -> ChainEntry:
    """Return the newest entry, or `EMPTY`."""
    found = _head.first()
    return EMPTY if found is None else _entry(found)


def lock() -> ChainEntry:
    """Keep other transactions from appending until this one ends. Return the newest entry.

    Raises TransactionManagementError outside of a transaction.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("the log is locked for a transaction")
    if connection.vendor == "postgresql":
        # One round trip. The second query sees what the lock's previous owner has committed.
        _, rows = fetch([(SELECT_LOCK, [LOCK]), (_head.sql, [])])
        found = _head.models(rows)
        return _entry(found[0]) if found else EMPTY
    return read_head()


def append(entries: Sequence[NewEntry]) -> list[ChainEntry]:
    """Append these entries in the open transaction, which should commit soon: others wait.

    Raises IntegrityError for a second entry of a kind, or a second end, of a game.
    """
    head, added = lock(), []
    for kind, code, value in entries:
        head = following(head, now_ms(), kind, code, value)
        added.append(head)
    FairLogEntry.objects.bulk_create([_row(entry) for entry in added])
    return added


def close(codes: Collection[str]) -> int:
    """Append the secrets of commitments that no game will use, and delete the stored ones. Return
    how many were appended. Skips commitments that have ended, were never in the log, or whose key
    is missing.

    The caller must know that no game uses them, now or later.
    """
    if not codes:
        return 0
    with transaction.atomic():
        lock()
        unused = DiceSecret.objects.filter(code__in=codes, open=True).order_by("pk")
        ends = [end for row in unused if (end := _closed(row)) is not None]
        append(ends)
        found = DiceSecret.objects.filter(code__in=codes)
        found.filter(Q(open=False) | Q(code__in=[end.code for end in ends])).delete()
    return len(ends)


def _closed(row: DiceSecret) -> NewEntry | None:
    """Return the entry that closes an unused commitment, or None if its key is missing."""
    try:
        return NewEntry(CLOSED, row.code, secret_of(row).hex())
    except UnreadableSecret as error:
        logger.error("a commitment cannot be closed: %s", error)
        return None


def read_entries(first: int, last: int) -> list[ChainEntry]:
    """Return the entries from index `first` to `last`, as far as they exist, in order."""
    rows = FairLogEntry.objects.filter(index__gte=first, index__lte=last).order_by("index")
    return [ChainEntry(*row) for row in rows.values_list(*COLUMNS)]


def entries_about(codes: Collection[str]) -> list[ChainEntry]:
    """Return all entries of these games or groups, in order."""
    rows = FairLogEntry.objects.filter(code__in=codes).order_by("index")
    return [ChainEntry(*row) for row in rows.values_list(*COLUMNS)]


def entries_of(code: str) -> GameEntries:
    """Return where a game's entries are."""
    rows = FairLogEntry.objects.filter(code=code).values_list("kind", "index", "hash")
    found = {
        "end" if kind in ENDS else kind: EntryPlace(index, hash_) for kind, index, hash_ in rows
    }
    return GameEntries(found.get(COMMITMENT), found.get("end"), found.get(LOG))


def _entry(row: FairLogEntry) -> ChainEntry:
    return ChainEntry(*(getattr(row, column) for column in COLUMNS))


def _row(entry: ChainEntry) -> FairLogEntry:
    return FairLogEntry(
        index=entry.index,
        at=entry.at,
        kind=entry.kind,
        code=entry.game,
        is_end=entry.kind in ENDS,
        value=entry.value,
        previous=entry.previous,
        hash=entry.hash,
    )


def shared_secret(code: str) -> str | None:
    """Return the revealed secret (hex) of a group, None if it is not revealed."""
    ends = FairLogEntry.objects.filter(code=code, is_end=True)
    return ends.values_list("value", flat=True).first()
