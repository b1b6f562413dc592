"""The seeds of cards, as `verify_fair_log` compares them with the public log."""

from collections.abc import Iterator

from games.record.reveals.public_log_verifying import SeededGroup
from games.site.events.cards.models import Card

CHUNK = 1000


def seeded_groups(share: str | None = None) -> Iterator[SeededGroup]:
    """Yield the groups of games of all cards whose seed was shown, or the one with this code."""
    cards = Card.objects.exclude(share=None).order_by("pk")
    if share is not None:
        cards = cards.filter(share=share)
    for base, seal, salt, text, code in cards.values_list(
        "base", "seal", "salt", "text", "share"
    ).iterator(CHUNK):
        yield SeededGroup(base, seal, salt, text, code or "")
