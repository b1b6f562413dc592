"""The chain of a game's log: each event carries a hash of itself and of all events before it.

The hash of the newest event stands for the whole log, so a process whose log differs cannot append
to it. docs/fairness.md describes the format.
"""

import hashlib
from collections.abc import Mapping

BEGINNING = "0" * 64
"""The hash before the first event of a chained log."""
UNCHAINED = ""
"""Every hash of a game that began before logs were chained."""


def next_hash(previous: str, seq: int, type_: str, seat: int | None, at: int, data: str) -> str:
    """Return the hash of an event, given the hash of the event before it.

    It is the SHA-256 (hex) of one line of UTF-8 text: `event|previous|seq|type|seat|at|data`. A
    seat of None is empty, and `data` is the stored JSON text, without names of players. In an
    unchained game every hash is `UNCHAINED`.
    """
    if previous == UNCHAINED:
        return UNCHAINED
    place = "" if seat is None else seat
    line = f"event|{previous}|{seq}|{type_}|{place}|{at}|{data}"
    return hashlib.sha256(line.encode()).hexdigest()


def group_list(heads: Mapping[str, str]) -> str:
    """Return the list of a group of games: a line `code|hash` for each, sorted by code.

    `heads`: the hash of each game's last event, by the game's code.
    """
    return "".join([f"{code}|{heads[code]}\n" for code in sorted(heads)])


def group_hash(heads: Mapping[str, str]) -> str:
    """Return the one hash of a group of games: the SHA-256 (hex) of its list."""
    return hashlib.sha256(group_list(heads).encode()).hexdigest()
