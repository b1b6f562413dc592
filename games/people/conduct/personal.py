"""Whom a player has restricted, their family, and what was decided about them."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.people.conduct import people


def export(player: User) -> dict[str, Any]:
    """Return blocks, mutes, the family, and the decisions about the player."""
    return {
        "blocked": sorted(player.blocked.values_list("name", flat=True)),
        "muted": sorted(player.silenced.values_list("name", flat=True)),
        "chat_off": player.chat_off,
        "family_lock": player.locked,
        "family": sorted(each.shown_name for each in player.family.select_related("member")),
        "decisions": _decisions(player),
    }


def _decisions(player: User) -> list[dict[str, Any]]:
    """Return what moderators, or the site, decided about the player."""
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "words": each.words,
            "automatic": each.automatic,
            "begins": each.begins_at.isoformat(),
            "ends": None if each.ends_at is None else each.ends_at.isoformat(),
            "undone": None if each.undone_at is None else each.undone_at.isoformat(),
        }
        for each in player.sanctions.order_by("pk")
    ]


merge = people.transfer
forget = people.forget


PERSONAL = Personal(export=export, merge=merge, forget=forget)
