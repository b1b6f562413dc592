"""Block a player: no challenges from them, and never paired with them."""

from games.accounts.models import User
from games.matchmaking.challenges import withdraw_between


def block(blocker_id: int, blocked_id: int) -> None:
    """Block a player. Does nothing if they are already blocked, or for `blocker_id` itself."""
    if blocker_id != blocked_id:
        User.objects.get(pk=blocker_id).blocked.add(blocked_id)
        withdraw_between(blocker_id, blocked_id)


def unblock(blocker_id: int, blocked_id: int) -> None:
    """Unblock a player. They may still have blocked `blocker_id`."""
    User.objects.get(pk=blocker_id).blocked.remove(blocked_id)


def has_blocked(blocker_id: int, blocked_id: int) -> bool:
    """Whether `blocker_id` has blocked `blocked_id`."""
    return User.blocked.through.objects.filter(
        from_user_id=blocker_id, to_user_id=blocked_id
    ).exists()
