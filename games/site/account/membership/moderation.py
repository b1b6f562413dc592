"""What staff do: ban and unban players."""

from functools import partial

from django.db import transaction

from games.people.accounts.models import Session, User
from games.record.ratings.listing import refresh_eligibility
from games.site.account.membership.deletion import leave_tables
from games.tables.live.registry import Hubs, tell_hubs


def ban(player: User) -> None:
    """Ban the player: they cannot sign in, their sessions end, and their sockets close.

    Their games stay. In a running game the server plays for them when their time is up.
    """
    with transaction.atomic():
        leave_tables(player.pk)
        User.objects.filter(pk=player.pk).update(is_active=False)
        # This waited for the player to sit down, if they were just about to. Now nobody can.
        leave_tables(player.pk)
        end_sessions(player.pk)
        refresh_eligibility(player.pk)
        transaction.on_commit(partial(tell_hubs, Hubs.people_changed))


def unban(player: User) -> None:
    """Unban the player, who has to sign in again."""
    with transaction.atomic():
        User.objects.filter(pk=player.pk).update(is_active=True)
        refresh_eligibility(player.pk)


def end_sessions(player_id: int) -> None:
    Session.objects.filter(player=player_id).delete()
