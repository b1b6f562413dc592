"""People, live rooms, and the clock."""

from tests.support.fixtures import (
    alice,
    bob,
    bots_move_at_once,
    charlie,
    clock,
    hubs,
    no_complaints,
)

__all__ = ["alice", "bob", "bots_move_at_once", "charlie", "clock", "hubs", "no_complaints"]
