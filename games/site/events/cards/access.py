"""Whose card it is: one by link is everybody's, one of a circle only its members'. To all others it
does not exist.
"""

from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.circles.models import Circle, CircleMember
from games.people.circles.together import circles_of, place_in
from games.site.events.cards.models import Card


class Whom(NamedTuple):
    """For whom a card is, as a form offers it. `code`: of a circle; "": for everybody."""

    code: str
    name: str


def find_card(code: str, viewer: User | None) -> Card | None:
    """Return a card that somebody may see, with its sender and circle. `viewer`: None for the
    public.
    """
    # Codes have no other characters: do not trouble the database with them.
    if not (code.isascii() and code.isalnum()):
        return None
    cards = Card.objects.select_related("sender", "circle").filter(code=code.lower())
    return seen_by(cards, viewer).first()


def seen_by(cards: QuerySet[Card], viewer: User | None) -> QuerySet[Card]:
    """Return those of these cards that somebody may see. It takes as long for any card."""
    if viewer is None:
        return cards.filter(circle=None)
    mine = CircleMember.objects.filter(player=viewer).values("circle")
    return cards.filter(Q(circle=None) | Q(circle__in=mine))


def is_outside(card: Card, player: User) -> bool:
    """Whether a card is not for this player. No query for one by link."""
    return card.circle_id is not None and place_in(card.circle_id, player.pk) is None


def circles_for(player: User | None) -> list[Whom]:
    """Return the circles for which somebody can make cards."""
    if player is None:
        return []
    mine = circles_of(player.pk).filter(pair=False).order_by("name", "pk")
    return [Whom(circle.code, circle.name) for circle in mine]


def circle_for(player: User, code: str) -> Circle | None:
    """Return the circle for which a card is made; None for a card by link. Raises Refused."""
    if not code:
        return None
    circle = circles_of(player.pk).filter(pair=False, code=code).first()
    if circle is None:
        raise Refused(ErrorCode.NOT_FOUND, "There is no such circle.")
    return circle
