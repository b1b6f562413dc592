"""What has happened on cards, for people who are away: which are open for their circle, who has
played, who was beaten, which cards close soon, which are revealed. Each is taken once: what is
taken is marked in the same transaction.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.people.accounts.models import User
from games.people.circles.together import members_told
from games.people.conduct.contact import apart_of
from games.record.log.models import Game
from games.site.events.cards.entries import PLAY_ON
from games.site.events.cards.models import Card, CardEntry

REMIND_BEFORE = timedelta(hours=24)
MAX_RESULTS = 500
MAX_CARDS = 100
NEWS_FOR = timedelta(days=3)
"""How long it is news that a card is revealed, or that somebody has played it."""

Apart = dict[int, frozenset[int]]


class News(NamedTuple):
    """What to tell `readers`. `people`: who has done it. `subject`: tells it from other news of its
    kind.
    """

    kind: Literal["circle", "played", "beaten", "closes", "revealed"]
    card: Card
    subject: str
    readers: frozenset[int]
    people: tuple[User, ...]
    until: datetime


def untold() -> QuerySet[CardEntry]:
    """Return the entries with a result that the others were not told of."""
    return CardEntry.objects.filter(over=True, told=False)


def to_remind(now: datetime) -> QuerySet[Card]:
    """Return the cards whose people have to be told that they close soon."""
    return Card.objects.filter(ended_at=None, reminded=False, closes_at__lte=now + REMIND_BEFORE)


def to_announce() -> QuerySet[Card]:
    """Return the revealed cards whose people have to be told so."""
    return Card.objects.filter(revealed_at__isnull=False, announced=False)


def to_tell_circle() -> QuerySet[Card]:
    """Return the cards that are open for a circle which was not told."""
    return Card.objects.filter(circle__isnull=False, share__isnull=False, told=False)


@transaction.atomic
def take_openings(now: datetime) -> list[News]:
    """Return news of cards that are open for a circle: to its members who want to be told."""
    found = to_tell_circle().select_for_update(of=("self",)).select_related("sender", "circle")
    cards = list(found.order_by("created_at")[:MAX_CARDS])
    news = []
    for card in cards:
        is_news = card.ended_at is None and card.created_at > now - NEWS_FOR
        if card.circle is None or not is_news:
            continue
        members = members_told(card.circle, card.sender_id)
        readers = frozenset(each.pk for each in members)
        people = () if card.sender is None else (card.sender,)
        news.append(News("circle", card, card.code, readers, people, card.closes_at))
    Card.objects.filter(pk__in=[card.pk for card in cards]).update(told=True)
    return news


@transaction.atomic
def take_results(now: datetime, waits: Callable[[Card], bool]) -> list[News]:
    """Return news of results: to the sender who has played, and to players who has beaten them.

    `waits`: whether the sender of a card was told something just now, so that its news wait and are
    told together.
    """
    found = (
        untold()
        .select_for_update(of=("self",))
        .select_related("card__sender", "card__circle", "game")
    )
    entries = list(found.order_by("card", "pk")[:MAX_RESULTS])
    news: list[News] = []
    told: list[int] = []
    for _, group in groupby(entries, lambda entry: entry.card_id):
        mine = list(group)
        card = mine[0].card
        if card.revealed_at is None:
            if waits(card):
                continue
            news += _results(card, mine, now)
        told += [entry.pk for entry in mine]
    CardEntry.objects.filter(pk__in=told).update(told=True)
    return news


def _results(card: Card, fresh: Sequence[CardEntry], now: datetime) -> list[News]:
    ids = {entry.pk for entry in fresh}
    placed = card.entries.filter(over=True, total__isnull=False, same_device=False)
    all_ = list(placed.filter(player__isnull=False).select_related("player", "game"))
    actors = [entry for entry in all_ if entry.pk in ids]
    if not actors:
        return []
    apart = apart_of([each.player_id for each in all_ if each.player_id is not None])
    return [*_played(card, actors, apart, now), *_beaten(card, all_, actors, apart)]


def _played(card: Card, actors: Sequence[CardEntry], apart: Apart, now: datetime) -> Iterable[News]:
    if card.sender_id is None:
        return
    people = _heard_by(card.sender_id, actors, apart)
    if people:
        subject = f"{card.code}:{actors[-1].pk}"
        readers = frozenset([card.sender_id])
        yield News("played", card, subject, readers, people, now + NEWS_FOR)


def _beaten(
    card: Card, all_: Sequence[CardEntry], actors: Sequence[CardEntry], apart: Apart
) -> Iterable[News]:
    for mine in all_:
        better = [each for each in actors if _beats(each, mine)]
        assert mine.player_id is not None
        people = _heard_by(mine.player_id, better, apart)
        if people:
            # Once for each card and player, however many others beat them later.
            readers = frozenset([mine.player_id])
            until = card.closes_at + PLAY_ON
            yield News("beaten", card, card.code, readers, people, until)


def _beats(other: CardEntry, mine: CardEntry) -> bool:
    """Whether a result came after mine, and is better."""
    if other.total is None or mine.total is None or other.total <= mine.total:
        return False
    ends = other.game.finished_at, mine.game.finished_at
    return ends[0] is not None and ends[1] is not None and ends[0] > ends[1]


def _heard_by(reader: int, actors: Iterable[CardEntry], apart: Apart) -> tuple[User, ...]:
    unheard = {reader, *apart.get(reader, ())}
    return tuple(
        each.player for each in actors if each.player is not None and each.player_id not in unheard
    )


@transaction.atomic
def take_reminders(now: datetime) -> list[News]:
    """Return news of cards that close soon: to the sender, and to those who are in mid-game."""
    found = to_remind(now).select_for_update(of=("self",)).select_related("sender", "circle")
    cards = list(found.order_by("closes_at")[:MAX_CARDS])
    running = CardEntry.objects.filter(over=False, game__status=Game.Status.PLAYING)
    # Who has made a card for one day has just been told when it closes.
    told = [
        card
        for card in cards
        if card.share is not None and card.created_at < card.closes_at - REMIND_BEFORE
    ]
    news = _of_cards("closes", told, running, lambda card: card.closes_at)
    Card.objects.filter(pk__in=[card.pk for card in cards]).update(reminded=True)
    return news


@transaction.atomic
def take_reveals(now: datetime) -> list[News]:
    """Return news of cards that are revealed: to the sender, and to all who have played."""
    found = to_announce().select_for_update(of=("self",)).select_related("sender", "circle")
    cards = list(found.order_by("revealed_at")[:MAX_CARDS])
    played = CardEntry.objects.all()
    with_games = set(played.filter(card__in=cards).values_list("card", flat=True))
    told = [card for card in cards if card.pk in with_games]
    news = _of_cards("revealed", told, played, lambda card: now + NEWS_FOR)
    Card.objects.filter(pk__in=[card.pk for card in cards]).update(announced=True)
    return news


def _of_cards(
    kind: Literal["closes", "revealed"],
    cards: Sequence[Card],
    entries: QuerySet[CardEntry],
    until: Callable[[Card], datetime],
) -> list[News]:
    """Return what to tell the senders of cards, and the players of these entries."""
    players: dict[int, set[int]] = {card.pk: set() for card in cards}
    mine = entries.filter(card__in=cards, player__isnull=False)
    for card_id, player in mine.values_list("card", "player"):
        if player is not None:
            players[card_id].add(player)
    senders = [card.sender_id for card in cards if card.sender_id is not None]
    apart = apart_of(senders)
    news = []
    for card in cards:
        sender = card.sender_id
        readers = players[card.pk]
        if sender is not None:
            readers = {sender, *readers} - apart.get(sender, frozenset())
        people = () if card.sender is None else (card.sender,)
        news.append(News(kind, card, card.code, frozenset(readers), people, until(card)))
    return news
