"""Find what has happened: turns of games with a long clock, their ends, and challenges.

Nothing of this is noticed by a move: the worker reads indexes that moves keep anyway. A mark says
up to where it has looked. It moves in the transaction that stores the messages, so after a crash,
or with two workers, nothing is missed, and nothing is stored twice.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max

from games.engine import CLOCKS, is_long
from games.engine.state import GRACE_MS
from games.matchmaking.public_rooms import ONLINE
from games.models import Challenge, Game, Notice, NoticeMark, Scorecard
from games.notifications.queue import Event, Facts, Person, queue_events

LONG_CLOCKS = tuple(clock for clock in CLOCKS if clock is not None and is_long(clock))
WAIT_S = 20
"""Seconds of a turn before its player is told: who sits at the table needs no message."""
MAX_AT_ONCE = 100
OVER_FOR = timedelta(days=1)
"""How long an end is news."""
OVER = "over"


class NewTurn(NamedTuple):
    """A turn that nobody was told of: codes of room and game, and the deadline, ms since 1970."""

    room: str
    game: str
    deadline: int


class NewEnd(NamedTuple):
    """The end of a game that nobody was told of: the code of its room, and what to tell."""

    room: str
    event: Event


class Step(NamedTuple):
    """How far a mark moves when the messages are stored."""

    name: str
    before: int
    after: int


def moment(ms: int) -> datetime:
    """Return ms since 1970 as a time."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def ms_of(at: datetime) -> int:
    """Return a time as ms since 1970."""
    return round(at.timestamp() * 1000)


def new_turns(clock: int, now: datetime) -> tuple[list[NewTurn], Step]:
    """Return the turns with this clock that have lasted for WAIT_S, oldest first.

    A turn's deadline tells when it began.
    """
    limit = ms_of(now) + clock * 1000 + GRACE_MS - WAIT_S * 1000
    mark = _mark(f"turn-{clock}", limit)
    found = Game.objects.filter(
        status=Game.Status.PLAYING,
        deadline__gt=moment(mark.upto),
        deadline__lte=moment(limit),
        room__clock=clock,
    ).order_by("deadline")
    rows = found.values_list("room__code", "code", "deadline")[:MAX_AT_ONCE]
    turns = [NewTurn(room, game, ms_of(at)) for room, game, at in rows if room and at]
    if len(turns) == MAX_AT_ONCE:
        # Others may have the same deadline as the last one.
        limit = max(turns[-1].deadline - 1, turns[0].deadline)
    return turns, Step(mark.name, mark.upto, max(limit, mark.upto))


def new_ends(now: datetime) -> tuple[list[NewEnd], Step]:
    """Return the ends of games with a long clock since the last time, in their order."""
    newest = Game.objects.aggregate(newest=Max("result_number"))["newest"] or 0
    mark = _mark(OVER, newest)
    counted = Game.objects.filter(result_number__gt=mark.upto).order_by("result_number")
    games = list(counted.select_related("room")[:MAX_AT_ONCE])
    long = [game for game in games if game.room is not None and is_long(game.room.clock)]
    people = _people([game.pk for game in long])
    ends = [
        NewEnd(game.room.code, _end(game, game.room.code, people.get(game.pk, ()), now))
        for game in long
        if game.room is not None
    ]
    last = games[-1].result_number if games else None
    return ends, Step(OVER, mark.upto, mark.upto if last is None else last)


def _end(game: Game, room: str, people: Sequence[Person], now: datetime) -> Event:
    facts = Facts(game.variant, tuple(people), room=room, game=game.code)
    players = frozenset(person.player for person in people)
    return Event(Notice.Kind.OVER, game.code, players, facts, now + OVER_FOR)


def _people(games: Sequence[int]) -> dict[int, list[Person]]:
    cards = Scorecard.objects.filter(game__in=games, player__isnull=False).order_by("game", "seat")
    found: dict[int, list[Person]] = {}
    for game, player, name, place, total in cards.values_list(
        "game", "player", "name", "place", "total"
    ):
        if player is not None:
            found.setdefault(game, []).append(Person(player, name, place or 0, total))
    return found


def new_challenges(now: datetime) -> list[Event]:
    """Return the open challenges to players who have no tab open, the newest first: older ones
    were told before.
    """
    found = Challenge.objects.filter(
        status=Challenge.Status.OPEN,
        expires_at__gt=now,
        challenged__seen_at__lt=now - ONLINE,
        challenged__push_subscriptions__isnull=False,
    )
    return [
        Event(
            Notice.Kind.CHALLENGE,
            str(asked.pk),
            frozenset([asked.challenged_id]),
            Facts(
                asked.variant,
                (Person(asked.challenger_id, asked.challenger.name),),
                challenge=asked.pk,
                clock=asked.clock,
            ),
            asked.expires_at,
        )
        for asked in found.select_related("challenger").distinct().order_by("-pk")[:MAX_AT_ONCE]
    ]


def store(events: Sequence[Event], step: Step | None, now: datetime) -> None:
    """Store the messages of these events, and move the mark, in one transaction."""
    with transaction.atomic():
        if events:
            queue_events(events, now)
        if step is not None and step.after > step.before:
            NoticeMark.objects.filter(name=step.name, upto=step.before).update(upto=step.after)


def _mark(name: str, first: int) -> NoticeMark:
    """Return a mark. The first time it is set: what was before is not told."""
    return NoticeMark.objects.get_or_create(name=name, defaults={"upto": first})[0]
