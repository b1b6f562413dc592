"""Where and of what a player is notified."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.account.notifications import subscriptions


def export(player: User) -> dict[str, Any]:
    return {"notifications": subscriptions.exported(player)}


def merge(guest: User, account: User) -> None:
    subscriptions.transfer(guest.pk, account.pk)


def forget(player: User) -> None:
    subscriptions.delete_all(player.pk)


PERSONAL = Personal(export=export, merge=merge, forget=forget)
