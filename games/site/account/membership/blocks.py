"""Block and mute players. A block separates two players wherever they could meet; a mute only hides
what the other one says.
"""

from django.db import transaction

from games.people.accounts.models import User
from games.people.conduct.contact import note_change
from games.tables.live.registry import Hubs, tell_hubs
from games.tables.matchmaking import challenges, invitations
from games.tables.matchmaking.tickets import lock_tickets
from games.tables.rooms.player_changes import separate


def block(blocker_id: int, blocked_id: int) -> None:
    """Block a player. Does nothing if they are already blocked, or for `blocker_id` itself.

    They no longer hear each other, and do not stay at one table between games. A running game goes
    on.
    """
    if blocker_id == blocked_id:
        return
    with transaction.atomic():
        # A wave that pairs these two is either over, and its room found below, or sees the block.
        lock_tickets([blocker_id, blocked_id])
        User.objects.get(pk=blocker_id).blocked.add(blocked_id)
        note_change((blocker_id, blocked_id))
    challenges.withdraw_between(blocker_id, blocked_id)
    invitations.withdraw_between(blocker_id, blocked_id)
    separate(blocker_id, blocked_id)
    _show_to(blocker_id, blocked_id)


def unblock(blocker_id: int, blocked_id: int) -> None:
    """Unblock a player. They may still have blocked `blocker_id`."""
    User.objects.get(pk=blocker_id).blocked.remove(blocked_id)
    _show_to(blocker_id, blocked_id)


def mute(player_id: int, other_id: int) -> None:
    """Hide what somebody says and how they react from a player. Does nothing for oneself."""
    if player_id != other_id:
        User.objects.get(pk=player_id).silenced.add(other_id)
        _show_to(player_id)


def unmute(player_id: int, other_id: int) -> None:
    """Show again what somebody says, unless one has blocked the other."""
    User.objects.get(pk=player_id).silenced.remove(other_id)
    _show_to(player_id)


def set_chat(player: User, on: bool) -> None:
    User.objects.filter(pk=player.pk).update(chat_off=not on)
    _show_to(player.pk)


def has_blocked(blocker_id: int, blocked_id: int) -> bool:
    """Whether `blocker_id` has blocked `blocked_id`."""
    return User.blocked.through.objects.filter(
        from_user_id=blocker_id, to_user_id=blocked_id
    ).exists()


def has_muted(player_id: int, other_id: int) -> bool:
    """Whether `player_id` has muted `other_id`."""
    return User.silenced.through.objects.filter(
        from_user_id=player_id, to_user_id=other_id
    ).exists()


def _show_to(*player_ids: int) -> None:
    note_change(player_ids)
    # Before the commit the processes would read what was true until now.
    transaction.on_commit(lambda: tell_hubs(Hubs.people_changed))
