"""Ends duplicate events: reveals the dice and fixes the places, once all games are over.
The total of every player is compared with what perfect play scores.

A game that cannot be ended or verified, because its log or its secret cannot be read, holds up an
event for `PATIENCE`. Then the event ends without it. The players of a damaged game get no result.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games.core.rules import find_variant
from games.record.fairness.models import DiceShare
from games.record.fairness.secrets import UnreadableSecret
from games.record.log.damage import verify_ended
from games.record.log.ending import abort_games
from games.record.log.models import Game
from games.record.reveals.shared_dice import StillPlaying, reveal_share
from games.site.events.tournaments.duplicates.rounds import points_of, rounds_of, total_of
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
    TournamentSeat,
)
from games.site.events.tournaments.scoring import places_of
from games.site.study.analysis.game_analysis import perfect_score_with

logger = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=10)
"""How long after its end an event waits for games that cannot be ended."""


def without_perfect() -> QuerySet[Tournament]:
    """Return the finished events with public dice for which it is not stored."""
    over = Tournament.objects.filter(kind=TournamentKind.DUPLICATE, finished_at__isnull=False)
    public = DiceShare.objects.filter(code=OuterRef("share"), closed=True)
    return over.filter(Exists(public), perfect=None)


def find_one() -> int:
    """Compute and store it for the newest event that waits for it. Return how many were found.

    Imports the solver, which takes a second the first time.
    """
    event = without_perfect().order_by("-finished_at", "-pk").first()
    if event is None:
        return 0
    try:
        perfect = perfect_score_with(event.share, find_variant(event.variant, **event.switches))
    except (DatabaseError, InterfaceError):
        raise  # tried again
    except Exception:  # whatever is wrong with its dice: it must not hold up other events
        logger.exception("no score of perfect play for event %s", event.code)
        perfect = 0
    waiting = Tournament.objects.filter(pk=event.pk, perfect=None)
    return waiting.update(perfect=perfect, rev=F("rev") + 1)


State = TournamentEntry.State
Outcome = TournamentGame.Outcome

REASON = "tournament"


def abort_late(event: Tournament, now: datetime) -> list[int]:
    """Abort games that still run after the latest end of an event, or after staff have ended it.
    Return the ids of their rooms. A game that cannot be aborted is logged, and can be tried again.
    """
    if event.ends_at > now:
        return []
    tables = TournamentGame.objects.filter(tournament=event, settled_at=None)
    playing = tables.filter(room__game__status=Game.Status.PLAYING).order_by("pk")
    pairs = playing.values_list("room__game", "room")
    room_of = {game: room for game, room in pairs if game is not None}
    return [room_of[game] for game in abort_games(room_of, REASON)]


def finish(event_id: int, now: datetime) -> list[int]:
    """Finish an event whose games are all over. Return the ids of the games, or an empty list if
    the event goes on or another worker finishes it.
    """
    tables = TournamentGame.objects.filter(tournament=event_id, settled_at=None)
    # Look without a lock first: this runs several times a second.
    waits = tables.filter(tournament__ends_at__gt=now - PATIENCE)
    if waits.filter(room__game__status=Game.Status.PLAYING).exists():
        return []
    verify_ended(Game.objects.filter(pk__in=tables.values("room__game")))
    return _finish(event_id, now)


@transaction.atomic
def _finish(event_id: int, now: datetime) -> list[int]:
    rows = TournamentEntry.objects.select_for_update().filter(tournament=event_id)
    entries = list(rows.order_by("pk"))
    events = Tournament.objects.select_for_update(skip_locked=True)
    event = events.filter(pk=event_id, finished_at=None).first()
    if event is None:
        return []
    tables = list(TournamentGame.objects.filter(tournament=event).select_related("room__game"))
    late = [table for table in tables if not _is_over(table, event)]
    if late and event.ends_at > now - PATIENCE:
        return []
    if late:
        rooms = ", ".join(table.room.code for table in late)
        logger.error("event %s ends without the tables in rooms %s", event.code, rooms)
    _leave_out(_damaged(tables), entries)
    _fix_places(entries)
    _settle(tables, {table.pk for table in late}, entries, now)
    Tournament.objects.filter(pk=event.pk).update(
        finished_at=now, ends_at=min(event.ends_at, now), rev=F("rev") + 1
    )
    _reveal(event, bool(late))
    return [table.room.game_id for table in tables if table.room.game_id is not None]


def _reveal(event: Tournament, is_late: bool) -> None:
    """Reveal the dice. `is_late`: the event ends without some games. If they prevent it,
    `reveal_late` reveals the dice once staff have ended them.
    """
    try:
        reveal_share(event.share)
    except (StillPlaying, UnreadableSecret):
        if not is_late:
            raise
        logger.exception("the dice of event %s cannot be revealed yet", event.code)


def reveal_late() -> int:
    """Reveal the dice of events that have ended without some of their games. Return how many."""
    hidden = DiceShare.objects.filter(closed=False).values("code")
    over = Tournament.objects.filter(share__in=hidden, finished_at__isnull=False)
    revealed = 0
    for event in over:
        try:
            revealed += reveal_share(event.share)
        except (StillPlaying, UnreadableSecret):
            logger.exception("the dice of event %s cannot be revealed yet", event.code)
    return revealed


def _is_over(table: TournamentGame, event: Tournament) -> bool:
    """Whether the game is over and verified, and the standings have its result."""
    game = table.room.game
    if game is None or not game.verified:
        return game is None
    if game.status != Game.Status.FINISHED or game.is_damaged:
        return True
    return table.rounds == rounds_of(event)


def _damaged(tables: Sequence[TournamentGame]) -> list[TournamentGame]:
    return [table for table in tables if table.room.game is not None and table.room.game.is_damaged]


def _leave_out(tables: Sequence[TournamentGame], entries: Sequence[TournamentEntry]) -> None:
    """Take away the results of the players at these tables."""
    at_them = set(TournamentSeat.objects.filter(game__in=tables).values_list("entry", flat=True))
    for entry in entries:
        if entry.pk in at_them:
            entry.totals, entry.score = None, 0


def _fix_places(entries: Sequence[TournamentEntry]) -> None:
    """Give each player who has finished a round their place. Free all players for other games."""
    field = [entry for entry in entries if entry.totals is not None]
    points = points_of(field)
    for entry, score, place in zip(field, points, places_of(points), strict=True):
        if entry.totals:
            entry.score, entry.place = score, place
            entry.games, entry.wins, entry.sheet = 1, int(place == 1), [total_of(entry)]
    for entry in entries:
        entry.state = State.PAUSED
    fields = ["totals", "score", "place", "games", "wins", "sheet", "state"]
    TournamentEntry.objects.bulk_update(entries, fields, batch_size=200)


def _settle(
    tables: Sequence[TournamentGame],
    late: Collection[int],
    entries: Sequence[TournamentEntry],
    now: datetime,
) -> None:
    """Close the tables. `late`: the ids of tables for which the event does not wait any more."""
    of_entry = {entry.pk: entry for entry in entries}
    seats = list(TournamentSeat.objects.filter(game__in=tables))
    for seat in seats:
        entry = of_entry[seat.entry_id]
        seat.open, seat.left = False, entry.left
        seat.place, seat.points = entry.place, entry.score
    TournamentSeat.objects.bulk_update(seats, ["open", "left", "place", "points"], batch_size=200)
    for table in tables:
        game = table.room.game
        counted = (
            game is not None
            and game.status == Game.Status.FINISHED
            and not game.is_damaged
            and table.pk not in late
        )
        table.outcome = Outcome.COUNTED if counted else Outcome.VOID
        table.settled_at = now
    TournamentGame.objects.bulk_update(tables, ["outcome", "settled_at"])
