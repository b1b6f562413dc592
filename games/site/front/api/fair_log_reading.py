"""Answers of the API about the public log of commitments."""

import msgspec

from games.core.engine.fair_log import ChainEntry
from games.record.fairness.public_log import GameEntries, read_entries, read_head
from games.site.front.api import types

MAX_ENTRIES = 1000


def head() -> types.FairLogHead:
    """Return the newest entry."""
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


def game_entries(found: GameEntries) -> types.GameEntries:
    """Return the places of a game's entries."""
    return types.GameEntries(found.commitment, found.end, found.log)
