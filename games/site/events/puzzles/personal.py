"""A player's puzzles."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.events.puzzles import player_puzzles


def export(player: User) -> dict[str, Any]:
    """Return the player's rating and answers."""
    return {"puzzles": player_puzzles.export(player)}


def merge(guest: User, account: User) -> None:
    """Give the account the guest's answers and best streak."""
    player_puzzles.transfer(guest.pk, account.pk)


forget = player_puzzles.delete


PERSONAL = Personal(export=export, merge=merge, forget=forget)
