"""Turn the lock of an account on and off, and keep its family."""

from functools import partial

from django.db import transaction

from games.people.accounts.models import User
from games.people.conduct.contact import forget_member, note_change
from games.record.ratings.listing import refresh_eligibility
from games.site.account.membership.deletion import leave_tables
from games.site.account.notifications.queue import forget_notices
from games.tables.live.registry import Hubs, tell_hubs


def set_lock(player: User, on: bool) -> None:
    """Turn the lock on or off. Turning it on frees the player's seats between games, and withdraws
    what they have open with strangers.
    """
    with transaction.atomic():
        if on:
            leave_tables(player.pk)
            forget_notices(player.pk)
        User.objects.filter(pk=player.pk).update(locked=on)
        refresh_eligibility(player.pk)
        _show_to(player.pk)


def remove_member(player: User, member_id: int) -> None:
    """Take somebody out of the family: the player no longer sees their name."""
    with transaction.atomic():
        forget_member(player.pk, member_id)
        _show_to(player.pk)


def _show_to(player_id: int) -> None:
    note_change([player_id])
    # Before the commit the processes would read what was true until now.
    transaction.on_commit(partial(tell_hubs, Hubs.people_changed))
