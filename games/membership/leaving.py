"""Removes a player from tables, the queue and challenges, before a ban or deletion."""

from games.matchmaking import challenges, tickets
from games.rooms import player_changes
from games.tournaments import joining


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket,
    challenges and waiting in tournaments. Call it in a transaction.
    """
    # This is the order in which all code locks: docs/architecture.md#locks.
    joining.leave_all(player_id)
    challenges.withdraw_all(player_id)
    tickets.delete(player_id)
    player_changes.leave_rooms(player_id)
