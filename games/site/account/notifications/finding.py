"""Finds what has happened: turns and ends of games with a long clock, challenges, and events that
were called off.

This costs moves nothing: the worker reads indexes that moves keep anyway. A mark says how far it
has looked. The mark moves in the transaction that stores the messages, so that nothing is missed or
stored twice, even after a crash or with two workers.

While the player whose turn it is sits at the table, the worker looks at the turn again
(`TurnWatch`), until it is over, or until they have left and are told.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import CharField, Exists, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from games.core.engine import CLOCKS, GameState, is_long
from games.core.engine.clocks import LONG_CLOCK_S
from games.core.engine.state import GRACE_MS
from games.people.accounts.models import User
from games.record.log.models import Game, Scorecard
from games.site.account.notifications.models import (
    Notice,
    NoticeMark,
    NotificationChoice,
    PushSubscription,
    TurnWatch,
)
from games.site.account.notifications.queue import Event, Facts, Person, queue_events
from games.site.events.tournaments.duplicates.calling_off import called_off
from games.tables.matchmaking.models import Challenge
from games.tables.matchmaking.room_lists import ONLINE

LONG_CLOCKS = tuple(clock for clock in CLOCKS if clock is not None and is_long(clock))
WAIT_S = 20
"""A player is told of a turn after this many seconds, because at the table they need no message."""
MAX_AT_ONCE = 100
FIRST_AGAIN = timedelta(minutes=2)
"""The pause between the first and the second look at a turn. It doubles with each look."""
MAX_DOUBLINGS = 4
LONGEST_AGAIN = timedelta(minutes=30)
OVER_FOR = timedelta(days=1)
"""How long an end is news."""
OVER = "over"
CALLED_OFF = "called-off"
COMMITTED_WITHIN = timedelta(seconds=5)
"""An event that was called off in the last moment may be committed a little later."""
ACCEPTED = ":accepted"


class NewTurn(NamedTuple):
    """A turn: the codes of room and game, and the deadline (ms since 1970). `looks`: how often the
    worker has looked who is at the table.
    """

    room: str
    game: str
    deadline: int
    looks: int = 0


class NewEnd(NamedTuple):
    """The end of a game about which nobody was told: the code of its room, and what to tell."""

    room: str
    event: Event


class Step(NamedTuple):
    """How far a mark moves when the messages are stored."""

    name: str
    before: int
    after: int


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def ms_of(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def new_turns(clock: int, now: datetime) -> tuple[list[NewTurn], Step]:
    """Return the turns with this clock that have lasted for WAIT_S, oldest first."""
    # A turn's deadline says when it began.
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
        # Other turns may have the same deadline as the last one, so the mark stays before it.
        limit = max(turns[-1].deadline - 1, turns[0].deadline)
    return turns, Step(mark.name, mark.upto, max(limit, mark.upto))


def turns_again(now: datetime) -> list[NewTurn]:
    """Return the turns that must be looked at again now. Forget those that are over."""
    due = TurnWatch.objects.filter(look_at__lte=now).order_by("look_at")[:MAX_AT_ONCE]
    turns = [NewTurn(each.room, each.game, each.deadline, each.looks) for each in due]
    games = Game.objects.filter(
        code__in=[turn.game for turn in turns], status=Game.Status.PLAYING, deadline__isnull=False
    )
    lasting = {(code, ms_of(at)) for code, at in games.values_list("code", "deadline") if at}
    over = [turn for turn in turns if (turn.game, turn.deadline) not in lasting]
    _forget(over)
    return [turn for turn in turns if turn not in over]


def may_have_news(now: datetime) -> list[QuerySet[Any]]:
    """Return queries of which one has a row if a game or a challenge may be news. An event that was
    called off may wait for a minute.
    """
    long_after = now + timedelta(seconds=LONG_CLOCK_S // 2)
    told = NoticeMark.objects.filter(name=OVER).values("upto")[:1]
    return [
        # WAIT_S after a turn began, more than half of its time is left.
        Game.objects.filter(status=Game.Status.PLAYING, deadline__gt=long_after),
        TurnWatch.objects.filter(look_at__lte=now),
        Game.objects.filter(result_number__gt=Subquery(told)),
        *_untold_challenges(now),
    ]


def players_to_act(state: GameState) -> frozenset[int]:
    """Return the people whom a game waits for: to show their seeds, or to play."""
    seats = state.revealing or state.acting
    return frozenset(state.seats[seat].player for seat in seats if state.seats[seat].is_timed)


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


def new_call_offs(now: datetime) -> tuple[list[Event], Step]:
    """Return the events that were called off since the last time, for those who had joined."""
    mark = _mark(CALLED_OFF, 0)
    since = max(moment(mark.upto), now - OVER_FOR)
    found = called_off().filter(finished_at__gt=since, finished_at__lte=now - COMMITTED_WITHIN)
    events, upto = [], mark.upto
    for event in found.order_by("finished_at", "pk")[:MAX_AT_ONCE]:
        players = frozenset(event.entries.values_list("player", flat=True))
        facts = Facts(event.variant, (), event=event.code)
        events.append(Event(Notice.Kind.OVER, event.code, players, facts, now + OVER_FOR))
        assert event.finished_at is not None
        upto = ms_of(event.finished_at) + 1
    return events, Step(CALLED_OFF, mark.upto, upto)


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
    """Return news of challenges about which nobody was told, to players who have no tab open, the
    newest first: new challenges, and those that were accepted while the challenger is away.
    """
    open_ones, accepted = _untold_challenges(now)
    return [
        *(
            _challenge(asked, asked.challenged_id, asked.challenger)
            for asked in open_ones[:MAX_AT_ONCE]
        ),
        *(
            _challenge(asked, asked.challenger_id, asked.challenged)
            for asked in accepted[:MAX_AT_ONCE]
        ),
    ]


def _untold_challenges(now: datetime) -> tuple[QuerySet[Challenge], QuerySet[Challenge]]:
    """Return the open challenges about which nobody was told, and the accepted ones."""
    accepted = _untold(Challenge.Status.ACCEPTED, "challenger", ACCEPTED, now).filter(
        clock__gte=LONG_CLOCK_S, room__game=None, room__begins_by__gt=now
    )
    return _untold(Challenge.Status.OPEN, "challenged", "", now), accepted


def _untold(status: str, who: str, suffix: str, now: datetime) -> QuerySet[Challenge]:
    """Return the challenges with this status about which the player `who` was not told, although
    they may want it.
    """
    subject = Concat(Cast("pk", CharField()), Value(suffix))
    told = Notice.objects.filter(
        player=OuterRef(who), kind=Notice.Kind.CHALLENGE, subject=OuterRef("subject")
    )
    browsers = PushSubscription.objects.filter(player=OuterRef(who))
    choices = NotificationChoice.objects.filter(player=OuterRef(who), challenge=True)
    mailed = choices.exclude(mail=NotificationChoice.Mail.NEVER)
    return (
        Challenge.objects.annotate(subject=subject)
        .filter(
            Exists(browsers) | (Q(clock__gte=LONG_CLOCK_S) & Exists(mailed)),
            ~Exists(told),
            status=status,
            expires_at__gt=now,
            **{f"{who}__seen_at__lt": now - ONLINE},
        )
        .select_related("challenger", "challenged", "room")
        .order_by("-pk")
    )


def _challenge(asked: Challenge, told: int, other: User) -> Event:
    room = "" if asked.room is None else asked.room.code
    facts = Facts(
        asked.variant,
        (Person(other.pk, other.name),),
        room=room,
        challenge=asked.pk,
        clock=asked.clock,
    )
    subject = f"{asked.pk}{ACCEPTED if room else ''}"
    return Event(Notice.Kind.CHALLENGE, subject, frozenset([told]), facts, asked.expires_at)


def store(
    events: Sequence[Event],
    step: Step | None,
    now: datetime,
    watched: Sequence[NewTurn] = (),
    done: Sequence[NewTurn] = (),
) -> None:
    """Store the messages of these events, and move the mark, in one transaction. `watched`: turns
    that are looked at again. `done`: turns that need not be.
    """
    with transaction.atomic():
        if events:
            queue_events(events, now)
        _forget(done)
        _watch(watched, now)
        if step is not None and step.after > step.before:
            NoticeMark.objects.filter(name=step.name, upto=step.before).update(upto=step.after)


def _watch(turns: Sequence[NewTurn], now: datetime) -> None:
    rows = [
        TurnWatch(
            game=turn.game,
            room=turn.room,
            deadline=turn.deadline,
            looks=turn.looks + 1,
            look_at=now + _pause(turn.looks),
        )
        for turn in turns
    ]
    if rows:
        # A turn that is looked at again has its row already.
        TurnWatch.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["game"],
            update_fields=["room", "deadline", "looks", "look_at"],
        )


def _pause(looks: int) -> timedelta:
    """Return how long the worker waits before the next look, after this many looks at a turn."""
    return min(FIRST_AGAIN * (1 << min(looks, MAX_DOUBLINGS)), LONGEST_AGAIN)


def _forget(turns: Sequence[NewTurn]) -> None:
    for turn in turns:
        # Another worker may have noted the game's next turn.
        TurnWatch.objects.filter(game=turn.game, deadline=turn.deadline).delete()


def _mark(name: str, first: int) -> NoticeMark:
    # A new mark begins at `first`, so that nobody is told of what was before.
    return NoticeMark.objects.get_or_create(name=name, defaults={"upto": first})[0]
