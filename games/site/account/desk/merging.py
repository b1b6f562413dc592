"""Cases name the account of a guest who has signed in to it: nobody decides about what they did as
a guest.
"""

from typing import Any

from django.db.models import CharField
from django.db.models.functions import Cast

from games.people.accounts.models import User
from games.site.account.desk.models import Case, Report


def transfer(guest: User, account: User) -> None:
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
    """Return a copy of evidence with another number for one player."""
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
