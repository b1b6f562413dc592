"""The audit log of the desk: a chain of entries that only grows, and what moderators
read of it.
"""

import hashlib
import json
from datetime import datetime
from typing import Literal

from django.db import IntegrityError, transaction

from games.people.accounts.facts import actor_of
from games.people.accounts.models import User
from games.people.authority.answers import may
from games.people.authority.records import Action
from games.people.conduct.models import Sanction
from games.platform.clock import utc_now
from games.site.account.desk.facts import facts_of_all, facts_of_decisions
from games.site.account.desk.models import AuditEntry, Case

MOST_SHOWN = 200
REPORTED = "reported"
MOST_TRIES = 5
Step = Literal[
    "appealed",
    "decided",
    "ended",
    "granted",
    "name of circle taken",
    "name of rules taken",
    "opened",
    "rejected",
    "reopened",
    "reported",
    "role",
    "second opinion",
    "site settings",
    "undone",
]
"""What an entry says was done. SQLite would store longer words than the column has room for."""


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


# No entry is before the first one.
FIRST = "0" * 64


def note(action: Step, actor: int | None, **data: object) -> None:
    """Append an entry. `data`: ids and words, no names. Call it in the transaction of the step."""
    for _ in range(MOST_TRIES - 1):
        try:
            with transaction.atomic():
                _append(action, actor, data)
                return
        except IntegrityError:  # somebody else has just appended
            continue
    _append(action, actor, data)


def _append(action: Step, actor: int | None, data: dict[str, object]) -> None:
    last = AuditEntry.objects.order_by("-seq").first()
    seq, previous = (1, FIRST) if last is None else (last.seq + 1, last.hash)
    at = utc_now()
    AuditEntry.objects.create(
        seq=seq,
        at=at,
        actor=actor,
        action=action,
        data=data,
        previous=previous,
        hash=entry_hash(seq, at, actor, action, data, previous),
    )


def entry_hash(
    seq: int, at: datetime, actor: int | None, action: str, data: object, previous: str
) -> str:
    """Return the SHA-256 of an entry and the hash before it."""
    text = json.dumps(
        [previous, seq, int(at.timestamp() * 1000), actor, action, data],
        sort_keys=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(text.encode()).hexdigest()


def find_fault() -> str | None:
    """Return what is wrong with the chain, None if it is whole."""
    expected, previous = 1, FIRST
    for entry in AuditEntry.objects.order_by("seq").iterator():
        if entry.seq != expected:
            return f"entry {expected} is missing"
        right = entry_hash(
            entry.seq, entry.at, entry.actor, entry.action, entry.data, entry.previous
        )
        if entry.previous != previous or entry.hash != right:
            return f"entry {entry.seq} was changed"
        expected, previous = expected + 1, entry.hash
    return None
