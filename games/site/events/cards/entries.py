"""Playing a card, once for each player, and storing the result when the game is over."""

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.accounts.models import User
from games.people.conduct.contact import are_apart
from games.record.fairness.models import DiceSecret, DiceShare
from games.record.fairness.secrets import UnreadableSecret, secret_of
from games.record.log.models import Game, Scorecard
from games.site.events.cards.access import is_outside
from games.site.events.cards.models import Card, CardEntry
from games.site.events.cards.solo import MAX_AT_ONCE, totals_in_time, verified_entries
from games.tables.rooms.models import Room
from games.tables.rooms.shared_games import open_shared_game

MAX_ENTRIES = 200
PLAY_ON = timedelta(hours=24)
"""How long a game that was begun in time may be finished after the card has ended."""


class Why(StrEnum):
    """Why somebody cannot begin a card's game."""

    SEALED = "sealed"
    ENDED = "ended"
    FULL = "full"
    APART = "apart"
    WITNESS = "witness"
    UNREADABLE = "unreadable"


class NotOpen(Exception):
    """The player cannot begin the card's game. `why`: the reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


def enter(card_id: int, player: User, browser: str, now: datetime) -> Room:
    """Begin the player's game of a card, or find the one they have begun. Return its room.

    `browser`: `CardEntry.browser` of their browser. Raises NotOpen.
    """
    try:
        return _enter(card_id, player, browser, now)
    except IntegrityError:  # they have begun it in another tab at the same moment
        return _enter(card_id, player, browser, now)


@transaction.atomic
def _enter(card_id: int, player: User, browser: str, now: datetime) -> Room:
    # One at a time, so that the last place goes to one player.
    card = Card.objects.select_for_update(of=("self",)).get(pk=card_id)
    mine = CardEntry.objects.filter(card=card, player=player).select_related("game__room").first()
    if mine is not None and mine.game.room is not None:
        return mine.game.room
    why = obstacle(card, player, now) if mine is None else Why.ENDED
    if why is not None:
        raise NotOpen(why)
    assert card.share is not None
    try:
        read_secret(card)
    except UnreadableSecret as error:  # perhaps somebody brings the key back
        raise NotOpen(Why.UNREADABLE) from error
    try:
        room = open_shared_game(player, card.variant, card.share, card.switches)
    except DiceShare.DoesNotExist as error:
        raise NotOpen(Why.ENDED) from error
    assert room.game is not None
    CardEntry.objects.create(
        card=card,
        player=player,
        game=room.game,
        browser=browser,
        same_device=CardEntry.objects.filter(card=card, browser=browser).exists(),
        created_at=now,
    )
    if card.entries.count() >= MAX_ENTRIES:
        Card.objects.filter(pk=card.pk, ended_at=None).update(ended_at=now)
    return room


def obstacle(card: Card, player: User | None, now: datetime) -> Why | None:
    """Return why somebody who has no entry cannot begin; None if they can."""
    if card.unreadable:
        return Why.UNREADABLE
    if card.ended_at is not None or now >= card.closes_at:
        return Why.FULL if card.entries.count() >= MAX_ENTRIES else Why.ENDED
    if card.share is None:
        return Why.SEALED
    if player is None:
        return None
    if are_apart([player.pk, card.sender_id]) or is_outside(card, player):
        return Why.APART
    if card.witnesses.filter(player=player).exists():
        return Why.WITNESS
    return None


def read_secret(card: Card) -> bytes:
    """Return the secret of a card's dice. Raises UnreadableSecret."""
    return secret_of(DiceSecret.objects.get(code=card.share or card.base))


def entry_of(card: Card, player: User | None) -> CardEntry | None:
    if player is None:
        return None
    entries = CardEntry.objects.filter(card=card, player=player)
    return entries.select_related("game__room").first()


def has_finished(entry: CardEntry | None) -> bool:
    """Whether an entry's player may see the other results: their own game is full."""
    if entry is None or entry.game.status != Game.Status.FINISHED:
        return False
    return not Scorecard.objects.filter(game=entry.game_id, resigned=True).exists()


def last_moment(card: Card) -> datetime:
    """Return when games of a card that was ended, or ends at its date, must be finished."""
    return (card.ended_at or card.closes_at) + PLAY_ON


def take_results(entries: "QuerySet[CardEntry]") -> int:
    """Verify the games of some of these entries that are over, and store their results. Return how
    many.
    """
    return _take_verified(verified_entries(entries))


@transaction.atomic
def _take_verified(over: "QuerySet[CardEntry]") -> int:
    locked = over.select_for_update(of=("self",))
    found = list(locked.select_related("game", "card")[:MAX_AT_ONCE])
    totals = totals_of(found)
    for entry in found:
        entry.over, entry.total = True, totals[entry.pk]
    CardEntry.objects.bulk_update(found, ["over", "total"])
    return len(found)


def totals_of(entries: Collection[CardEntry]) -> dict[int, int | None]:
    """Return the totals of entries whose games are over, by the entry's id: None for a game without
    a result. Their games and cards should have been read.
    """
    found = totals_in_time([(entry.game, last_moment(entry.card)) for entry in entries])
    return {entry.pk: found[entry.game_id] for entry in entries}
