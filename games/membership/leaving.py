"""Remove a player from tables, the queue and challenges, before a ban or deletion."""

from games import rooms
from games.matchmaking import challenges, tickets


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket and
    challenges. To be called in a transaction.
    """
    tickets.delete(player_id)
    challenges.withdraw_all(player_id)
    rooms.leave_rooms(player_id)
