"""What a card's page shows for the proof of its dice, and its script checks."""

from typing import Any

from games.core.protocol.room_view import EntryPlace
from games.record.fairness.models import FairLogEntry
from games.record.fairness.public_log import entries_of, shared_secret
from games.site.events.cards.models import Card


def proof_of(card: Card) -> dict[str, Any]:
    """Return the numbers of a card's proof, as JSON values. `secret`: None before the reveal.

    `base` and `share` are codes; for both the public log has the same `commitment`. `entries`: the
    places of the commitments and ends in the public log, by what they are.
    """
    base = entries_of(card.base)
    group = None if card.share is None else entries_of(card.share)
    places: dict[str, EntryPlace | None] = {"base": base.commitment, "base_end": base.end}
    if group is not None:
        places |= {"commitment": group.commitment, "end": group.end, "log": group.log}
    known = {name: place for name, place in places.items() if place is not None}
    values = _values(known)
    return {
        "card": card.code,
        "base": card.base,
        "share": card.share,
        "seal": card.seal,
        "salt": card.salt,
        "text": card.text,
        "secret": None if card.share is None else shared_secret(card.share),
        "commitment": values.get("base"),
        "group_commitment": values.get("commitment"),
        "entries": {
            name: {"index": place.index, "hash": place.hash} for name, place in known.items()
        },
    }


def _values(places: dict[str, EntryPlace]) -> dict[str, str]:
    """Return what the entries at these places say."""
    indexes = [place.index for place in places.values()]
    rows = FairLogEntry.objects.filter(index__in=indexes).values_list("index", "value")
    values = dict(rows)
    return {name: values[place.index] for name, place in places.items()}
