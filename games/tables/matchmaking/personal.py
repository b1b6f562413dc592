"""A player's challenges, and their place in the queue."""

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.tables.matchmaking import challenges, invitations, tickets


def merge(guest: User, account: User) -> None:
    tickets.cancel(guest.pk)


def leave(player: int) -> None:
    challenges.withdraw_all(player)
    invitations.withdraw_all(player)
    tickets.delete(player)


PERSONAL = Personal(merge=merge, leave=leave)
