"""The export of everything that is stored about a player."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import all_personal

ORDER = (
    *("profile", "settings", "rooms", "games", "ratings", "analyses", "skills", "dailies"),
    *("tournaments", "notifications", "foresight", "puzzles", "chat", "blocked", "muted"),
    *("chat_off", "second_factors", "family_lock", "house_rules", "real_dice"),
    *("players_on_my_devices", "family", "decisions", "reports"),
)
"""The sections of the first version, in their order. What came later follows."""


def export(player: User) -> dict[str, Any]:
    """Return everything that is stored about the player, as JSON values.

    Raises ValueError if two features bring a section of the same name.
    """
    found: dict[str, Any] = {}
    for part in all_personal():
        sections = part.export(player)
        if not found.keys().isdisjoint(sections):
            raise ValueError(f"Two features export {found.keys() & sections.keys()}.")
        found |= sections
    first = {name: found[name] for name in ORDER if name in found}
    return first | found
