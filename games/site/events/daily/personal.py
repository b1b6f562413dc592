"""A player's dailies."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.site.events.daily.models import DailyEntry


def export(player: User) -> dict[str, Any]:
    entries = DailyEntry.objects.filter(player=player).select_related("daily", "game")
    return {"dailies": Rows(entries.order_by("pk"), _facts_of)}


def _facts_of(entry: DailyEntry) -> dict[str, Any]:
    return {
        "day": entry.day.isoformat(),
        "variant": entry.daily.variant,
        "game": entry.game.code,
        "total": entry.total,
        "ranked": entry.ranked,
        "loss": entry.loss,
    }


def merge(guest: User, account: User) -> None:
    # The dailies stay unranked, because the account may have known the dice. Where it has played
    # the same daily, it keeps its own entry.
    played = DailyEntry.objects.filter(player=account).values("daily")
    DailyEntry.objects.filter(player=guest).exclude(daily__in=played).update(player=account)


PERSONAL = Personal(export=export, merge=merge)
