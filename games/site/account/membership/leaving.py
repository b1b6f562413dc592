"""Removes a player from tables, the queue and challenges, before a ban or deletion."""

from games.people.accounts.personal_data import all_personal


def leave_tables(player_id: int) -> None:
    """Free the player's seats where no game runs, replace them as host, and end their ticket,
    challenges and waiting in tournaments. Call it in a transaction.
    """
    for part in all_personal():
        part.leave(player_id)
