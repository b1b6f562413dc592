"""Who does not want to meet whom: no challenges, and never paired with each other."""

from games.matchmaking.challenges import withdraw_between
from games.models import User


def block(blocker_id: int, blocked_id: int) -> None:
    """Keep the two apart from now on. Blocking twice, or oneself, changes nothing."""
    if blocker_id != blocked_id:
        User.objects.get(pk=blocker_id).blocked.add(blocked_id)
        withdraw_between(blocker_id, blocked_id)


def unblock(blocker_id: int, blocked_id: int) -> None:
    """Let them meet again, as far as this one is concerned."""
    User.objects.get(pk=blocker_id).blocked.remove(blocked_id)


def has_blocked(blocker_id: int, blocked_id: int) -> bool:
    """Whether the one has blocked the other."""
    return User.blocked.through.objects.filter(
        from_user_id=blocker_id, to_user_id=blocked_id
    ).exists()
