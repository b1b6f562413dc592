"""End abandoned games, and delete rows that are no longer needed."""

import logging
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games.clock import utc_now
from games.database.threads import in_database
from games.engine import GameState, IllegalAction
from games.engine.actions import Abort, Resign
from games.engine.events import BoxScored
from games.fairness.models import DiceSecret
from games.live.registry import current_hubs
from games.live.room_jobs import MAX_AT_ONCE, for_each_room
from games.log.models import Game, GameAddress, GameEvent, Scorecard
from games.membership.idle_guests import IdleGuests
from games.membership.skeletons import fill_skeletons
from games.notifications.queue import forget_old
from games.puzzles.day import puzzle_of_day
from games.puzzles.player_puzzles import forget_answers
from games.puzzles.storing import retire
from games.ratings.rows import forget_old_tallies
from games.ratings.scores import SOLO_DAYS, has_box
from games.rooms.models import Room, UsedSeal

logger = logging.getLogger(__name__)

# A game without a move for this long is aborted, which reveals its secret.
ABANDONED_AFTER = timedelta(days=14)
# A solo game is resigned sooner, so that a bad one soon counts on the score boards.
SOLO_LEFT_AFTER = timedelta(days=SOLO_DAYS)
# Marks of addresses for a game that has not begun are kept for so long.
UNUSED_ADDRESS_AFTER = timedelta(days=1)
UNUSED_ROOM_AFTER = timedelta(days=30)
# A seal names its game, so an old one opens no other game anyway.
USED_SEAL_FOR = timedelta(days=30)

_idle_guests = IdleGuests()


async def sweep_abandoned() -> None:
    """End the games in which nothing has happened for a long time."""
    await for_each_room(end_abandoned, await in_database(left_solo_rooms))
    await for_each_room(end_abandoned, await in_database(abandoned_rooms))


async def end_abandoned(code: str) -> None:
    """End the game of this room, which reveals its secret.

    A solo game with a filled box has a result, as if the player had resigned. Others are aborted.
    """
    hub = await current_hubs().enter(code)
    if hub is None or hub.game is None:
        return
    seat = _solo_seat(hub.game.state)
    try:
        if seat is None:
            await hub.game.submit(None, Abort("abandoned"), "")
        else:
            await hub.game.submit(seat, Resign(), "")
    except IllegalAction:
        return  # it has just ended


def _solo_seat(state: GameState) -> int | None:
    """Return the seat of the only person in a game, if they have filled a box and not resigned."""
    people = [number for number, seat in enumerate(state.seats) if not seat.bot]
    if len(people) != 1:
        return None
    seat = state.seats[people[0]]
    return people[0] if has_box(seat.card) and not seat.out else None


def abandoned_rooms() -> list[str]:
    """Return the codes of rooms whose running game has seen no move for ABANDONED_AFTER."""
    return _room_codes(_untouched_games(ABANDONED_AFTER))


def left_solo_rooms() -> list[str]:
    """Return the codes of rooms whose running solo game, with a filled box, has seen no move for
    SOLO_LEFT_AFTER.
    """
    cards = Scorecard.objects.filter(game=OuterRef("pk"), player__is_bot=False)
    people = cards.order_by().values("game").annotate(people=Count("pk")).values("people")
    scored = GameEvent.objects.filter(game=OuterRef("pk"), type=BoxScored.type)
    games = _untouched_games(SOLO_LEFT_AFTER).filter(Exists(scored), replay=False)
    return _room_codes(games.annotate(people=Subquery(people)).filter(people=1))


def _untouched_games(duration: timedelta) -> QuerySet[Game]:
    limit = utc_now() - duration
    since = int(limit.timestamp() * 1000)
    moved = GameEvent.objects.filter(game=OuterRef("pk"), at__gt=since)
    return Game.objects.filter(
        ~Exists(moved), status=Game.Status.PLAYING, created_at__lt=limit, room__isnull=False
    )


def _room_codes(games: QuerySet[Game]) -> list[str]:
    return list(games.values_list("room__code", flat=True)[:MAX_AT_ONCE])


def _delete_unused_rooms(now: datetime) -> None:
    """Delete rooms that never saw a game, each with the secret of its next game, unless that is
    in the public log: `close_unused` deletes it there, when it reveals it.

    Locked, so that no game starts whose secret is gone.
    """
    with transaction.atomic():
        unused = Room.objects.select_for_update(skip_locked=True, of=("self",)).filter(
            game=None, active_at__lt=now - UNUSED_ROOM_AFTER
        )
        rooms_by_id = dict(unused.values_list("pk", "next_code"))
        Room.objects.filter(pk__in=rooms_by_id).delete()
        DiceSecret.objects.filter(code__in=rooms_by_id.values(), open=False).delete()


def _delete_unused_addresses(now: datetime) -> None:
    """Delete marks of addresses that no result waits for."""
    games = Game.objects.filter(code=OuterRef("game"))
    waiting = (
        Q(status=Game.Status.PLAYING)
        | Q(status=Game.Status.FINISHED, result_at=None, fault=None)
        | Q(room__tournament_game__isnull=False, room__tournament_game__settled_at=None)
    )
    old = Q(at__lt=now - UNUSED_ADDRESS_AFTER)
    GameAddress.objects.filter(~Exists(games.filter(waiting)), Exists(games) | old).delete()


def tidy_up() -> None:
    """Delete expired sessions, rooms that never saw a game, some guests who never played, old
    tallies, seals, notices, puzzles and answers to them, and marks of addresses that are not
    needed; bring the skeletons of names up to date.
    """
    now = utc_now()
    fill_skeletons()
    _delete_unused_addresses(now)
    Session.objects.filter(expire_date__lt=now).delete()
    _delete_unused_rooms(now)
    forget_old_tallies(now)
    UsedSeal.objects.filter(at__lt=now - USED_SEAL_FOR).delete()
    today = puzzle_of_day(now)
    retire(now, "" if today is None else today.code)
    forget_answers(now)
    forget_old(now)
    _idle_guests.delete_some(now)
