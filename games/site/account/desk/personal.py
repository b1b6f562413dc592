"""What a player has reported, and what cases say of them: exported, given to their account, and
forgotten.
"""

from typing import Any

from django.db.models import CharField
from django.db.models.functions import Cast

from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.accounts.personal_data import Personal
from games.site.account.desk.models import Case, Report


def merge(guest: User, account: User) -> None:
    """Give the account the cases about the guest, their reports, and their place in the evidence.

    Where the account has reported the same, both reports stay as they are. Call it in a
    transaction.
    """
    Case.objects.filter(subject=guest).update(subject=account)
    theirs = Report.objects.filter(reporter=account).values("case")
    Report.objects.filter(reporter=guest).exclude(case__in=theirs).update(reporter=account)
    # The text only finds candidates: the number may mean something else there.
    texts = Case.objects.annotate(text=Cast("evidence", CharField()))
    for case in texts.filter(text__contains=str(guest.pk)).select_for_update():
        evidence = [_renumbered(copy, guest.pk, account.pk) for copy in case.evidence]
        if evidence != case.evidence:
            Case.objects.filter(pk=case.pk).update(evidence=evidence)


def _renumbered(copy: dict[str, Any], old: int, new: int) -> dict[str, Any]:
    rows = {
        name: [row | {"player": new} if row.get("player") == old else row for row in copy[name]]
        for name in ("seats", "lines")
        if name in copy
    }
    there = {
        role: [new if each == old else each for each in people]
        for role, people in copy.get("there", {}).items()
    }
    return copy | rows | ({"there": there} if there else {})


def export(player: User) -> dict[str, Any]:
    rows = player.reports.order_by("pk")
    return {
        "reports": [
            {"reason": each.reason, "text": each.text, "at": each.at.isoformat()} for each in rows
        ]
    }


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


PERSONAL = Personal(export=export, merge=merge, forget=forget)
