"""What moderators read of the audit log."""

from games.people.accounts.facts import actor_of
from games.people.accounts.models import User
from games.people.authority.answers import may
from games.people.authority.records import Action
from games.people.conduct.models import Sanction
from games.site.account.desk.facts import facts_of_all, facts_of_decisions
from games.site.account.desk.models import AuditEntry, Case

MOST_SHOWN = 200
REPORTED = "reported"


def newest_entries(moderator: User) -> list[AuditEntry]:
    """Return the newest entries without those that are about the moderator, or about a case that
    they may not see; and without who reported something.
    """
    entries = list(AuditEntry.objects.order_by("-seq")[:MOST_SHOWN])
    hidden_cases = _hidden_cases(moderator, _ids(entries, "case"))
    hidden_decisions = _hidden_decisions(moderator, _ids(entries, "sanction"))
    shown = []
    for entry in entries:
        if (
            entry.data.get("player") == moderator.pk
            or entry.data.get("case") in hidden_cases
            or entry.data.get("sanction") in hidden_decisions
        ):
            continue
        if entry.action == REPORTED:
            entry.actor = None
        shown.append(entry)
    return shown


def _ids(entries: list[AuditEntry], name: str) -> set[int]:
    return {entry.data[name] for entry in entries if entry.data.get(name) is not None}


def _hidden_cases(moderator: User, ids: set[int]) -> set[int]:
    cases = list(Case.objects.filter(pk__in=ids).select_related("subject"))
    actor = actor_of(moderator)
    facts = facts_of_all(actor, cases)
    return {case.pk for case in cases if not may(actor, Action.SEE, facts[case.pk])}


def _hidden_decisions(moderator: User, ids: set[int]) -> set[int]:
    found = Sanction.objects.filter(pk__in=ids).select_related("player", "case__subject")
    decisions = list(found)
    actor = actor_of(moderator)
    facts = facts_of_decisions(actor, decisions)
    return {each.pk for each in decisions if facts[each.pk].is_concerned}
