"""Lists of cards: those that somebody has made, those of others that they have played, and those of
a circle.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet

from games.people.accounts.models import User
from games.people.circles.models import Circle
from games.people.conduct.contact import read_contact
from games.record.log.models import Game
from games.site.events.cards.access import seen_by
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.preview import rules_of, sender_name
from games.site.events.cards.states import state_of

MAX_CARDS = 50
"""The most of each list: the newest ones."""


class CardRow(NamedTuple):
    """A card in a list. `rules`: their name. `sender`: "" for oneself, and for nobody who is shown.
    `played`: how many have begun. `mine`: "new", "playing" or "done". `total`: one's own result.
    """

    card: Card
    rules: str
    sender: str
    state: str
    played: int
    mine: str
    total: int | None


def read_lists(player: User, now: datetime) -> tuple[list[CardRow], list[CardRow]]:
    """Return the player's own cards, and those of others that they have played, newest first."""
    entries = CardEntry.objects.filter(player=player).select_related("game")
    newest = list(entries.order_by("-created_at", "-pk")[:MAX_CARDS])
    seen = seen_by(Card.objects.all(), player)
    made = list(_counted(seen.filter(sender=player)).order_by("-created_at")[:MAX_CARDS])
    own = {entry.card_id: entry for entry in entries.filter(card__in=[card.pk for card in made])}
    others = _counted(seen.filter(pk__in=[entry.card_id for entry in newest]))
    found = {card.pk: card for card in others.exclude(sender=player)}
    row = _rows_for(player, now)
    return (
        [row(card, own.get(card.pk)) for card in made],
        [row(found[entry.card_id], entry) for entry in newest if entry.card_id in found],
    )


def of_circle(circle: Circle, player: User, now: datetime, most: int) -> list[CardRow]:
    """Return the newest cards of a circle that have opened, as a member sees them."""
    cards = list(
        _counted(Card.objects.filter(circle=circle).exclude(share=None)).order_by(
            "-created_at", "-pk"
        )[:most]
    )
    entries = CardEntry.objects.filter(player=player, card__in=[card.pk for card in cards])
    own = {entry.card_id: entry for entry in entries.select_related("game")}
    row = _rows_for(player, now)
    return [row(card, own.get(card.pk)) for card in cards]


def _rows_for(player: User, now: datetime) -> Callable[[Any, CardEntry | None], CardRow]:
    """Return what makes the row of a card and of the player's entry."""
    contact = read_contact(player)

    def row(card: Any, entry: CardEntry | None) -> CardRow:
        rules = rules_of(card)
        name = sender_name(card.sender) if contact.names(card.sender_id) else ""
        return CardRow(
            card,
            card.variant if rules is None else rules.name,
            "" if card.sender_id == player.pk else name,
            state_of(card, now),
            card.played,
            _mine(entry),
            None if entry is None else entry.total,
        )

    return row


def _counted(cards: "QuerySet[Card]") -> "QuerySet[Card]":
    return cards.select_related("sender").annotate(played=Count("entries"))


def _mine(entry: CardEntry | None) -> str:
    if entry is None:
        return "new"
    return "playing" if entry.game.status == Game.Status.PLAYING else "done"
