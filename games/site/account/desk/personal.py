"""What a player has reported."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal
from games.site.account.desk import erasure, merging


def export(player: User) -> dict[str, Any]:
    """Return the player's reports."""
    rows = player.reports.order_by("pk")
    return {
        "reports": [
            {"reason": each.reason, "text": each.text, "at": each.at.isoformat()} for each in rows
        ]
    }


merge = merging.transfer
forget = erasure.forget


PERSONAL = Personal(export=export, merge=merge, forget=forget)
