"""Who works for the site."""

from games.accounts.models import User


def is_staff(player: User) -> bool:
    """Whether the player works for the site: at the desk, in the admin, or as a superuser."""
    return bool(player.desk_role) or player.is_staff or player.is_superuser
