"""Merges a guest into an account."""

from django.db import transaction

from games.people.accounts.models import Session, User
from games.people.accounts.personal_data import all_personal


def merge_guest(guest: User, account: User) -> None:
    """Give the guest's seats, rooms and finished games to the account, in one transaction.

    Where the account already sits at the table, or was in the game, both keep what they have.
    Raises StillPlaying if the guest is in a running game.
    """
    with transaction.atomic():
        for part in all_personal():
            part.merge(guest, account)
        User.objects.filter(added_by=guest).update(added_by=account)
        # Nobody goes on as the guest in another browser.
        Session.objects.filter(player=guest).delete()
