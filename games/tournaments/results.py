"""Count the games of arenas: each once, in the transaction that closes its table."""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Q

from games.clock import utc_now
from games.models import (
    Game,
    Seat,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
)
from games.ratings import read_result
from games.store.damage import verify_ended
from games.tournaments.joining import bump
from games.tournaments.scoring import Line, is_won, scored, shares

logger = logging.getLogger(__name__)

State = TournamentEntry.State
Outcome = TournamentGame.Outcome

MAX_AT_ONCE = 200

# A table without a game waits for its players; without a time it has given up.
IS_OVER = Q(room__game=None, room__begins_by=None) | (
    Q(room__game__isnull=False) & ~Q(room__game__status=Game.Status.PLAYING)
)


class Ended(NamedTuple):
    """How a table ended. `places` and `left` by player; without places nobody gets points. `left`:
    those who pause, because they left the game or did not come.
    """

    outcome: TournamentGame.Outcome
    places: dict[int, int]
    left: frozenset[int]


def settle_tables() -> int:
    """Close the tables of arenas whose game is over, or will never start. Return how many were
    closed.
    """
    open_ = TournamentGame.objects.filter(IS_OVER, settled_at=None)
    tables = open_.filter(tournament__kind=TournamentKind.ARENA).order_by("pk")
    ids = list(tables.values_list("pk", flat=True)[:MAX_AT_ONCE])
    verify_ended(Game.objects.filter(pk__in=tables.filter(pk__in=ids).values("room__game")))
    settled = 0
    for table_id in ids:
        try:
            settled += settle(table_id)
        except (ValueError, DatabaseError):
            # A table that fails must not hold up the others.
            logger.exception("table %s of a tournament could not be settled", table_id)
    return settled


def settle(table_id: int) -> bool:
    """Close a table, and count its game. Return False if another worker does, or it goes on.

    Raises ValueError if the log of a finished game has no result.
    """
    with transaction.atomic():
        tables = TournamentGame.objects.select_for_update(skip_locked=True, of=("self",))
        table = (
            tables.filter(IS_OVER, pk=table_id, settled_at=None)
            .select_related("room__game", "tournament")
            .first()
        )
        if table is None or not _is_verified(table.room.game):
            return False
        _close(table, _ended(table), utc_now())
        return True


def _is_verified(game: Game | None) -> bool:
    """Whether nothing has to be found out about the game. A game that is not finished has no
    points.
    """
    return game is None or game.status != Game.Status.FINISHED or game.verified


def _ended(table: TournamentGame) -> Ended:
    """Return how the table ended. Only a sound game that is finished in time counts."""
    game = table.room.game
    players = table.seats.values_list("entry__player_id", flat=True)
    if game is None or game.status != Game.Status.FINISHED:
        # A start may have been cancelled: those who did not show their seeds lost their seats.
        seated = set(Seat.objects.filter(room=table.room_id).values_list("player_id", flat=True))
        return Ended(Outcome.VOID, {}, frozenset(set(players) - seated))
    if game.is_damaged:
        return Ended(Outcome.VOID, {}, frozenset())
    result = read_result(game)
    played = {seat.player for seat in result.seats}
    left = frozenset(seat.player for seat in result.seats if seat.left) | (set(players) - played)
    if game.finished_at is None or game.finished_at > table.tournament.ends_at:
        return Ended(Outcome.LATE, {}, left)
    return Ended(Outcome.COUNTED, {seat.player: seat.place for seat in result.seats}, left)


def _close(table: TournamentGame, ended: Ended, now: datetime) -> None:
    """Write the points, free the players, and note that the table is settled."""
    entries = TournamentEntry.objects.select_for_update().filter(seats__game=table)
    places = list(ended.places.values())
    points = dict(zip(ended.places, shares(places), strict=True)) if len(places) > 1 else {}
    changed = list(entries.order_by("pk"))
    for entry in changed:
        left = entry.player_id in ended.left
        seat = TournamentSeat.objects.filter(game=table, entry=entry)
        if entry.player_id in points:
            place = ended.places[entry.player_id]
            line = scored(line_of(entry), points[entry.player_id], is_won(place, places), left)
            put_line(entry, line)
            seat.update(open=False, left=left, place=place, points=line.sheet[-1])
        else:
            seat.update(open=False, left=left)
            # It does not keep them apart: they have not played.
            entry.met = []
        pauses = left or entry.pausing or table.tournament.ends_at <= now
        entry.state = State.PAUSED if pauses else State.WAITING
        entry.pausing, entry.waiting_since = False, now
        entry.save()
    TournamentGame.objects.filter(pk=table.pk).update(outcome=ended.outcome, settled_at=now)
    bump(table.tournament_id)


def line_of(entry: TournamentEntry) -> Line:
    """Return the entry's line in the standings."""
    return Line(entry.score, entry.streak, entry.games, entry.wins, tuple(entry.sheet))


def put_line(entry: TournamentEntry, line: Line) -> None:
    """Set the columns of the entry to the line, without saving."""
    entry.score, entry.streak, entry.games, entry.wins = line[:4]
    entry.sheet = list(line.sheet)
