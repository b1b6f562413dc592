"""Where a player's profile is."""

from django.urls import reverse

from games.people.accounts.models import User


def has_page(player: User) -> bool:
    """Return whether a player has a profile: an active account that is not a bot."""
    return player.is_active and not player.is_guest and not player.is_bot


def profile_path(player: User) -> str | None:
    """Return the path of the player's profile, or None if they have none."""
    return reverse("profile", args=[player.name]) if has_page(player) else None
