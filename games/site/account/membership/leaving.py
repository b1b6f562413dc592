"""Removes a player from tables, the queue and challenges, before a ban or deletion."""

from games.site.events.tournaments import joining
from games.tables.matchmaking import challenges, tickets
from games.tables.rooms import player_changes


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket,
    challenges and waiting in tournaments. Call it in a transaction.
    """
    # This is the order in which all code locks: docs/architecture.md#locks.
    joining.leave_all(player_id)
    challenges.withdraw_all(player_id)
    tickets.delete(player_id)
    player_changes.leave_rooms(player_id)
