"""Where and of what a player is notified."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.account.notifications import subscriptions


def export(player: User) -> dict[str, Any]:
    """Return the player's choices, browsers and notices."""
    return {"notifications": subscriptions.exported(player)}


def merge(guest: User, account: User) -> None:
    """Give the account the guest's browsers, and the guest's choice if it has none."""
    subscriptions.transfer(guest.pk, account.pk)


def forget(player: User) -> None:
    """Delete the player's choices, browsers and notices."""
    subscriptions.delete_all(player.pk)


PERSONAL = Personal(export=export, merge=merge, forget=forget)
