"""What contests share whose games people play alone, with the same dice: cards and dailies.

An entry is a row of a player's game, with the columns `game` and `over`.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.record.log.damage import verify_ended
from games.record.log.ending import abort_games
from games.record.log.models import Game, Scorecard

MAX_AT_ONCE = 500
OVER = (Game.Status.FINISHED, Game.Status.ABORTED, Game.Status.CANCELLED)


def verified_entries(entries: QuerySet[Any]) -> QuerySet[Any]:
    """Verify some games of these entries that are over. Return the entries without a result whose
    games are verified: one whose secret cannot be read is not among them.
    """
    # Reads all entries that are not over once only: most of them are still played.
    games = list(without_result(entries).values_list("game", flat=True))
    if not games:
        return entries.none()
    verify_ended(Game.objects.filter(pk__in=games), MAX_AT_ONCE)
    return entries.filter(game__in=games, game__verified=True, over=False).order_by("pk")


def without_result(entries: QuerySet[Any]) -> QuerySet[Any]:
    """Return the entries whose games are over, but whose result is not stored yet."""
    # Looks each game up: for a join, PostgreSQL would read all games that are over.
    games = Game.objects.filter(pk=OuterRef("game"))
    state = Subquery(games.values("status")[:1])
    found: QuerySet[Any] = entries.filter(over=False).annotate(state=state).filter(state__in=OVER)
    return found.order_by("pk")


def totals_in_time(games: Collection[tuple[Game, datetime]]) -> dict[int, int | None]:
    """Return the totals of games that are over, each with the time until which it had to be
    finished, by their ids. None for one without a result: it was resigned, ended or damaged, or was
    not finished in time.
    """
    if not games:
        return {}
    cards = Scorecard.objects.filter(game__in=[game.pk for game, _ in games], resigned=False)
    totals = dict(cards.values_list("game", "total"))
    return {game.pk: totals.get(game.pk) if _counts(game, by) else None for game, by in games}


def _counts(game: Game, finished_by: datetime) -> bool:
    if game.status != Game.Status.FINISHED or game.is_damaged:
        return False
    return game.finished_at is not None and game.finished_at <= finished_by


def end_games(entries: QuerySet[Any], most: int, reason: str) -> list[int]:
    """Abort at most so many of the games of these entries that are still played. Return the ids of
    their rooms.
    """
    playing = entries.filter(over=False, game__status=Game.Status.PLAYING)
    room_of = dict(playing.order_by("pk").values_list("game", "game__room")[:most])
    aborted = abort_games(room_of, reason)
    return [room for game in aborted if (room := room_of[game]) is not None]
