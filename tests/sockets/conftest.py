"""People, and live rooms."""

from tests.support.fixtures import (
    alice,
    bob,
    bots_move_at_once,
    charlie,
    clock,
    hubs,
    no_complaints,
    processes,
)

__all__ = [
    "alice",
    "bob",
    "bots_move_at_once",
    "charlie",
    "clock",
    "hubs",
    "no_complaints",
    "processes",
]
