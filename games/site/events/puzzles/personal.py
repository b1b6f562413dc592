"""A player's puzzles."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.events.puzzles import player_puzzles


def export(player: User) -> dict[str, Any]:
    return {"puzzles": player_puzzles.export(player)}


def merge(guest: User, account: User) -> None:
    player_puzzles.transfer(guest.pk, account.pk)


forget = player_puzzles.delete


PERSONAL = Personal(export=export, merge=merge, forget=forget)
