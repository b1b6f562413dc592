"""The audit log of the desk: a chain of entries that only grows."""

import hashlib
import json
from datetime import datetime

from django.db import IntegrityError, transaction

from games.platform.clock import utc_now
from games.site.account.desk.models import AuditEntry

MOST_TRIES = 5
FIRST = "0" * 64


def note(action: str, actor: int | None, **data: object) -> None:
    """Append an entry. `data`: ids and words, no names. Call it in the transaction of the step."""
    for _ in range(MOST_TRIES - 1):
        try:
            with transaction.atomic():
                _append(action, actor, data)
                return
        except IntegrityError:  # somebody else has just appended
            continue
    _append(action, actor, data)


def _append(action: str, actor: int | None, data: dict[str, object]) -> None:
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
