"""The state of a card, in one word."""

from datetime import datetime
from typing import Literal

from games.site.events.cards.models import Card

CardState = Literal["sealed", "open", "closing", "revealed", "unreadable", "closed"]
"""`closing`: games may be finished. `closed`: it never opened."""


def state_of(card: Card, now: datetime) -> CardState:
    if card.unreadable:
        return "unreadable"
    if card.revealed_at is not None and card.share is not None:
        return "revealed"
    is_over = card.ended_at is not None or now >= card.closes_at
    if card.share is None:
        return "closed" if is_over else "sealed"
    return "closing" if is_over else "open"
