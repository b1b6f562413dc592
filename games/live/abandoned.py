"""End games that their players have left."""

from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from games.clock import utc_now
from games.database.threads import in_database
from games.engine import GameState, IllegalAction
from games.engine.actions import Abort, Resign
from games.engine.events import BoxScored
from games.live.registry import current_hubs
from games.live.room_jobs import MAX_AT_ONCE, for_each_room
from games.log.models import Game, GameEvent, Scorecard
from games.ratings.scores import SOLO_DAYS, has_box

# A game without a move for this long is aborted, which reveals its secret.
ABANDONED_AFTER = timedelta(days=14)
# A solo game is resigned sooner, so that a bad one soon counts on the score boards.
SOLO_LEFT_AFTER = timedelta(days=SOLO_DAYS)


async def sweep_abandoned() -> None:
    """End the games in which nothing has happened for a long time."""
    await for_each_room(end_abandoned, await in_database(left_solo_rooms))
    await for_each_room(end_abandoned, await in_database(abandoned_rooms))


async def end_abandoned(code: str) -> None:
    """End this room's game, which reveals its secret.

    A solo game with a filled box counts as resigned, so it has a result. Others are aborted.
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
        return  # the game has ended meanwhile


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
