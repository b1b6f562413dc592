"""Ends cards: nobody can begin any more, games that have begun are finished or ended, then the dice
are revealed.

Each step is small and can be repeated. So any number of workers may take steps, and a killed one
leaves nothing half done.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from games.platform.database.outages import raise_outage
from games.record.fairness.secrets import UnreadableSecret
from games.record.reveals.shared_dice import StillPlaying, reveal_share
from games.site.events.cards.entries import PLAY_ON, last_moment, read_secret, take_results
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.opening import SHOW_WITHIN
from games.site.events.cards.solo import MAX_AT_ONCE, end_games

logger = logging.getLogger(__name__)

MAX_ENDED = 50
"""The most games that one call aborts."""
MAX_CLOSED = 100
"""The most cards that one call closes, so that the worker gets to its other jobs."""
REASON = "card"

# Cards whose secret this process cannot read. It has read the keys at its start, so only a new
# process can do better.
_unreadable: set[int] = set()


def end_card(card_id: int, now: datetime) -> None:
    """Let nobody begin a card's game any more, by its sender's word. Who has begun can finish
    within a day; the worker reveals the dice when nobody plays. Does nothing if it has ended.
    """
    with transaction.atomic():
        # A player who begins at this moment locks the same row.
        card = Card.objects.select_for_update(of=("self",)).get(pk=card_id)
        if card.ended_at is None:
            Card.objects.filter(pk=card.pk).update(ended_at=min(now, card.closes_at))


def take_open_results() -> int:
    """Store results of cards that are not closed. Return how many."""
    # All entries of closed cards are over.
    return take_results(CardEntry.objects.all())


def settle(now: datetime, most: int = MAX_ENDED) -> list[int]:
    """Take the next step for every card that waits for one: end it at its date, end at most `most`
    games that were not finished in time, or reveal its dice. Return the ids of the rooms whose
    games were ended.

    Failures are logged and tried again by the next call.
    """
    # As of its date, however late the worker is.
    to_end(now).update(ended_at=F("closes_at"))
    never_shown(now).update(ended_at=now)
    take_results(CardEntry.objects.filter(card__in=_ended()))
    rooms: list[int] = []
    closed = 0
    for card in list(to_close(now).order_by("ended_at", "pk")):
        try:
            ended = _close(card, now, most - len(rooms))
        except Exception as error:  # an unreadable game or secret must not hold up the other cards
            raise_outage(error)
            logger.exception("the card %s could not be closed", card)
            continue
        rooms += ended
        closed += 1
        if len(rooms) >= most or closed >= MAX_CLOSED:
            break
    return rooms


def to_end(now: datetime) -> QuerySet[Card]:
    """Return the cards that nobody can begin any more because of their date."""
    return Card.objects.filter(ended_at=None, closes_at__lte=now)


def never_shown(now: datetime) -> QuerySet[Card]:
    """Return the cards that nobody could ever play: their sender's browser was closed too soon."""
    return Card.objects.filter(ended_at=None, share=None, created_at__lte=now - SHOW_WITHIN)


def to_close(now: datetime) -> QuerySet[Card]:
    """Return the cards that have ended and can be closed: nobody plays, or not in time."""
    # A game that is over counts as played until its result is stored. So this reads no games; and
    # for `Exists`, PostgreSQL would read the running entries of all cards.
    running = CardEntry.objects.filter(card=OuterRef("pk"), over=False).order_by("pk")
    ended = _ended().annotate(playing=Subquery(running.values("pk")[:1]))
    is_late = Q(ended_at__lte=now - PLAY_ON)
    # There is a day to bring back a key that is missing.
    waits = Q(pk__in=_unreadable, ended_at__gt=now - PLAY_ON)
    return ended.filter(is_late | Q(playing=None)).exclude(waits)


def _ended() -> QuerySet[Card]:
    """Return the cards that have ended and are not closed."""
    return Card.objects.filter(ended_at__isnull=False, revealed_at=None, unreadable=False)


def _close(card: Card, now: datetime, most: int) -> list[int]:
    """Take the next step for a card that can be closed. Return the ids of the rooms whose games
    were ended.
    """
    is_late = now >= last_moment(card)
    try:
        read_secret(card)
    except UnreadableSecret as problem:
        if card.pk not in _unreadable:
            _unreadable.add(card.pk)
            logger.error("the card %s cannot be revealed: %s", card, problem)
        return _give_up(card, most) if is_late else []
    ended = end_games(card.entries.all(), most, REASON) if is_late else []
    # Leave the rest for the next call, so that the worker gets to its other jobs.
    if len(ended) < most and take_results(card.entries.all()) < MAX_AT_ONCE:
        _reveal(card, now)
    return ended


@transaction.atomic
def _reveal(card: Card, now: datetime) -> None:
    """Reveal the dice, unless somebody still plays, or another worker has revealed them."""
    found = Card.objects.select_for_update(of=("self",)).get(pk=card.pk)
    if found.revealed_at is not None or found.entries.filter(over=False).exists():
        return
    try:
        if found.share is not None:
            reveal_share(found.share)
        # The secret was committed to under this code, too.
        reveal_share(found.base)
    except StillPlaying:
        return
    found.revealed_at = now
    # A card that nobody could play has nothing to analyse, or to tell.
    found.judged = found.announced = found.share is None
    found.save(update_fields=["revealed_at", "judged", "announced"])


def _give_up(card: Card, most: int) -> list[int]:
    """Close a card without its dice: their key is lost. Results that were stored stay, games that
    nobody can verify any more have none. Return the ids of the rooms whose games were ended.
    """
    ended = end_games(card.entries.all(), most, REASON)
    if len(ended) >= most:
        return ended
    with transaction.atomic():
        Card.objects.select_for_update(of=("self",)).get(pk=card.pk)
        card.entries.filter(over=False).update(over=True, told=True)
        card.entries.filter(judged=False).update(judged=True)
        Card.objects.filter(pk=card.pk).update(unreadable=True, judged=True, announced=True)
    return ended
