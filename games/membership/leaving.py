"""Remove a player from tables, the queue and challenges, before a ban or deletion."""

from games.matchmaking import challenges, tickets
from games.rooms import player_changes
from games.tournaments import joining


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket,
    challenges and waiting in tournaments. To be called in a transaction.
    """
    # In the order in which everybody locks: docs/architecture.md#locks.
    joining.leave_all(player_id)
    challenges.withdraw_all(player_id)
    tickets.delete(player_id)
    player_changes.leave_rooms(player_id)
