"""The state of a card, in one word."""

from datetime import datetime

from games.site.events.cards.models import Card


def state_of(card: Card, now: datetime) -> str:
    """Return "sealed", "open", "closing" (games may be finished), "revealed", "unreadable", or
    "closed" (it never opened).
    """
    if card.unreadable:
        return "unreadable"
    if card.revealed_at is not None:
        return "revealed"
    is_over = card.ended_at is not None or now >= card.closes_at
    if card.share is None:
        return "closed" if is_over else "sealed"
    return "closing" if is_over else "open"
