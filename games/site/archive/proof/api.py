"""Answers of the API about the public log of commitments."""

import msgspec

from games.core.engine.fair_log import ChainEntry
from games.record.fairness.public_log import read_entries, read_head
from games.site.shared.answers import types
from games.site.shared.answers.endpoint import SHORT, YEAR, Answer, Endpoint

MAX_ENTRIES = 1000


def head() -> types.FairLogHead:
    newest = read_head()
    return types.FairLogHead(newest.index, newest.at, newest.hash)


def entries(query: types.EntriesQuery) -> tuple[types.FairLogEntries, bool]:
    """Return the entries asked for, at most `MAX_ENTRIES`; and whether all of these exist."""
    last = query.first + MAX_ENTRIES - 1
    if not isinstance(query.last, msgspec.UnsetType):
        last = min(last, query.last)
    found = read_entries(query.first, last)
    is_complete = len(found) == last - query.first + 1
    return types.FairLogEntries(tuple(map(_entry, found))), is_complete


def _entry(entry: ChainEntry) -> types.FairLogEntry:
    return msgspec.convert(entry, types.FairLogEntry, from_attributes=True)


def _fair_log() -> Answer:
    return Answer(head)


def _fair_log_entries(query: types.EntriesQuery) -> Answer:
    # A full answer never changes.
    found, is_complete = entries(query)
    return Answer(lambda: found, None, None if is_complete else SHORT, is_complete)


ENDPOINTS = (
    Endpoint(
        "fair_log",
        "fair-log",
        "The head of the public log of commitments",
        "The newest entry. Keep its hash: later logs must contain it.",
        types.FairLogHead,
        max_age=SHORT,
        read=_fair_log,
    ),
    Endpoint(
        "fair_log_entries",
        "fair-log/entries",
        "Entries of the public log",
        "At most 1000 at once, in order. Entries never change.",
        types.FairLogEntries,
        types.EntriesQuery,
        max_age=YEAR,
        read=_fair_log_entries,
    ),
)
