"""Accounts, for rated games."""

from games.models import User


def keep(*guests: User) -> None:
    """Turn these guests into accounts, as if each had chosen a password."""
    for guest in guests:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
        guest.is_guest = False
