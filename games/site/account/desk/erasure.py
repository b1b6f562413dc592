"""What the desk's cases lose when a player deletes everything."""

from typing import Any

from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.site.account.desk.models import Case, Report


def forget(player: User) -> None:
    """Delete what the player wrote in reports, and their name and lines in cases about others.

    A case about the player keeps its copies for as long as any case.
    """
    Report.objects.filter(reporter=player).exclude(text="").update(text="")
    for case in Case.objects.exclude(subject=player).only("evidence").iterator():
        found = [_without(player.pk, copy) for copy in case.evidence]
        if found != case.evidence:
            Case.objects.filter(pk=case.pk).update(evidence=found)


def _without(player_id: int, copy: dict[str, Any]) -> dict[str, Any]:
    """Return a copy without the player's name and words."""
    lists = {key: copy[key] for key in ("lines", "seats") if key in copy}
    return copy | {
        key: [_nameless(each) if each["player"] == player_id else each for each in entries]
        for key, entries in lists.items()
    }


def _nameless(entry: dict[str, Any]) -> dict[str, Any]:
    words = {"text": ""} if "text" in entry else {}
    return entry | {"name": DELETED_NAME} | words
