"""Counts the games of arenas, each once, in the transaction that closes its table.

A game counts by the rules for ratings, in casual arenas too: see
`games.record.ratings.verdicts.judge`. A game that does not count affects only the players who left
it.
"""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from games.core.engine.events import GameCancelled, GameStarted
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.record.log.loading import read_events
from games.record.log.models import Game
from games.record.ratings.model import UnratedReason
from games.record.ratings.results import read_result
from games.record.ratings.verdicts import forget_addresses, judge
from games.site.events.tournaments.joining import MAX_MISSED, bump, note_leave, note_stay
from games.site.events.tournaments.models import (
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
)
from games.site.events.tournaments.pairing import PATIENCE
from games.site.events.tournaments.scoring import PlayerScore, is_won, scored, shares

logger = logging.getLogger(__name__)

State = TournamentEntry.State
Outcome = TournamentGame.Outcome

MAX_AT_ONCE = 200
MAX_UNSCORED = 5
"""How many games without points an entry names."""

# A table without a game waits for its players; without a time it has given up. A finished game is
# verified, and counted for ratings and records, first: that decides whether it counts here.
IS_OVER = (
    Q(room__game=None, room__begins_by=None)
    | Q(room__game__status__in=(Game.Status.ABORTED, Game.Status.CANCELLED))
    | Q(room__game__status=Game.Status.FINISHED, room__game__result_at__isnull=False)
    | Q(room__game__fault__isnull=False)
)
CASUAL = Q(game__rated=False, game__room__tournament_game__outcome=Outcome.COUNTED)
"""The cards of casual games that have counted in arenas."""


class Ended(NamedTuple):
    """How a table ended. All collections are of players.

    `places`: each player's place, if the game counts. `left`: players who left the game or did not
    come, and now pause. `nothing`: players among these who get 0 points although the game does not
    count. `blamed`: players who are not paired again for a while. `withheld`: players who did not
    show their seed. `reason`: why a finished game does not count. `sharing`: groups of players who
    used one address in it.
    """

    outcome: TournamentGame.Outcome
    places: dict[int, int] = {}
    left: Collection[int] = ()
    nothing: Collection[int] = ()
    blamed: Collection[int] = ()
    withheld: Collection[int] = ()
    reason: UnratedReason | None = None
    sharing: Collection[set[int]] = ()


def open_tables() -> QuerySet[TournamentGame]:
    """Return the tables of arenas that are not closed. (The end of a duplicate event closes all its
    tables together.)
    """
    return TournamentGame.objects.filter(tournament__kind=TournamentKind.ARENA, settled_at=None)


def tables_to_close() -> QuerySet[TournamentGame]:
    return open_tables().filter(IS_OVER)


def settle_tables() -> int:
    """Close the tables of arenas whose game is over, or will never start. Return how many were
    closed.
    """
    ids = list(tables_to_close().order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE])
    settled = 0
    for table_id in ids:
        try:
            settled += settle(table_id)
        except (ValueError, DatabaseError) as error:
            raise_outage(error)
            # A table that fails must not hold up the others.
            logger.exception("table %s of a tournament could not be settled", table_id)
    return settled


def settle(table_id: int) -> bool:
    """Close a table, and count its game. Return False if that is not due, or another worker does.

    Raises ValueError if the log of a game that is over does not say how it ended.
    """
    with transaction.atomic():
        # A table that is locked is being settled by another worker.
        tables = TournamentGame.objects.select_for_update(skip_locked=True, of=("self",))
        table = (
            tables.filter(IS_OVER, pk=table_id, settled_at=None)
            .select_related("room__game", "tournament")
            .first()
        )
        if table is None:
            return False
        _close(table, _ended(table), utc_now())
        if table.room.game is not None:
            forget_addresses([table.room.game.code])
        return True


def _ended(table: TournamentGame) -> Ended:
    """Return how the table ended. Only a sound game that was finished in time counts."""
    game = table.room.game
    players = set(table.seats.values_list("entry__player_id", flat=True))
    if game is None:
        # Somebody stood up before it could start.
        seated = set(table.room.seats.values_list("player_id", flat=True))
        return Ended(Outcome.VOID, left=players - seated, blamed=players - seated)
    if game.status == Game.Status.CANCELLED:
        return _cancelled(game, players)
    if game.status != Game.Status.FINISHED or game.is_damaged:
        return Ended(Outcome.VOID)
    return _finished(table, game, players)


def _cancelled(game: Game, players: set[int]) -> Ended:
    """Return how a table ended whose start was cancelled because seeds were missing."""
    log = read_events(game.pk)
    start, end = (log[0].event, log[-1].event) if log else (None, None)
    if not isinstance(start, GameStarted) or not isinstance(end, GameCancelled):
        raise ValueError(f"the log of game {game.code} does not say who did not show their seed")
    begun: list[int] = [seat["player"] for seat in start.seats]
    stood_up = players.difference(begun)
    silent = {begun[seat] for seat in end.withheld}
    withheld = silent if end.blamed else set()
    return Ended(
        Outcome.VOID, left=stood_up | silent, blamed=stood_up | withheld, withheld=withheld
    )


def _finished(table: TournamentGame, game: Game, players: set[int]) -> Ended:
    result = read_result(game)
    stood_up = players - result.people
    left = {seat.player for seat in result.seats if seat.left}
    away = {seat.player for seat in result.seats if seat.missed > MAX_MISSED}
    ended = Ended(Outcome.LATE, left=left | stood_up, blamed=left | stood_up | away)
    if game.finished_at is None or game.finished_at > table.tournament.ends_at:
        return ended
    reason, groups = judge(game, result, CASUAL)
    if reason is not None:
        return ended._replace(outcome=Outcome.VOID, nothing=left, reason=reason, sharing=groups)
    places = {seat.player: seat.place for seat in result.seats}
    return ended._replace(outcome=Outcome.COUNTED, places=places)


def _close(table: TournamentGame, ended: Ended, now: datetime) -> None:
    """Write the points, free the players, and note that the table is settled."""
    entries = TournamentEntry.objects.select_for_update().filter(seats__game=table)
    places = list(ended.places.values())
    points = dict(zip(ended.places, shares(places), strict=True)) if len(places) > 1 else {}
    for entry in list(entries.order_by("pk")):
        left = entry.player_id in ended.left
        seat = TournamentSeat.objects.filter(game=table, entry=entry)
        if entry.player_id in points:
            place = ended.places[entry.player_id]
            won = is_won(place, places)
            put_line(entry, scored(line_of(entry), points[entry.player_id], won, left))
            seat.update(open=False, left=left, place=place, points=entry.sheet[-1])
        elif entry.player_id in ended.nothing:
            put_line(entry, scored(line_of(entry), 0, won=False, left=True))
            seat.update(open=False, left=True, points=0)
        else:
            seat.update(open=False, left=left)
        _free(table, ended, entry, now)
        entry.save()
    TournamentGame.objects.filter(pk=table.pk).update(outcome=ended.outcome, settled_at=now)
    bump(table.tournament_id)


def _free(table: TournamentGame, ended: Ended, entry: TournamentEntry, now: datetime) -> None:
    """Let the entry's player pause or wait again, without saving the entry."""
    player, left = entry.player_id, entry.player_id in ended.left
    pauses = left or entry.pausing or table.tournament.ends_at <= now
    entry.state = State.PAUSED if pauses else State.WAITING
    entry.pausing, entry.waiting_since = False, now
    if player in ended.blamed:
        note_leave(entry, player in ended.withheld, now)
    elif ended.places:
        note_stay(entry)
    if ended.left and not left and not ended.places:
        # It was not their fault, so they go first: as overdue players they get any table.
        entry.waiting_since = now - timedelta(seconds=PATIENCE)
    if ended.reason is not None:
        assert table.room.game is not None
        noted = [*(entry.unscored or ()), [table.room.game.code, ended.reason]]
        entry.unscored = noted[-MAX_UNSCORED:]
    elif not ended.places:
        # They have not played, so they may meet again at once.
        entry.met = []
    others = {each for group in ended.sharing if player in group for each in group} - {player}
    if others:
        entry.apart = sorted(others.union(entry.apart or ()))


def line_of(entry: TournamentEntry) -> PlayerScore:
    return PlayerScore(entry.score, entry.streak, entry.games, entry.wins, tuple(entry.sheet))


def put_line(entry: TournamentEntry, line: PlayerScore) -> None:
    """Set the columns of the entry to the line, without saving."""
    entry.score, entry.streak, entry.games, entry.wins = line[:4]
    entry.sheet = list(line.sheet)
