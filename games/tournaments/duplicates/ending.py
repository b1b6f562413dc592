"""End duplicate events: reveal the dice and fix the places, once all games are over."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.models import Game, Tournament, TournamentEntry, TournamentGame, TournamentSeat
from games.store import abort_game, reveal_share
from games.tournaments.duplicates.rounds import points_of, rounds_of, total_of
from games.tournaments.scoring import places_of

State = TournamentEntry.State
Outcome = TournamentGame.Outcome

REASON = "tournament"


def abort_late(event: Tournament, now: datetime) -> list[int]:
    """Abort the games that still run after the latest end of an event, or when staff have ended
    it. Return the ids of their rooms. Raises what the store raises.
    """
    if event.ends_at > now:
        return []
    tables = TournamentGame.objects.filter(tournament=event, settled_at=None)
    playing = tables.filter(room__game__status=Game.Status.PLAYING).order_by("pk")
    return [
        room
        for game, room in playing.values_list("room__game", "room")
        if game is not None and abort_game(game, REASON)
    ]


def finish(event_id: int, now: datetime) -> list[int]:
    """Finish an event whose games are all over. Return the ids of the games; none if it goes on, or
    another worker does it.
    """
    tables = TournamentGame.objects.filter(tournament=event_id, settled_at=None)
    # Without a lock first: this is asked several times a second.
    if tables.filter(room__game__status=Game.Status.PLAYING).exists():
        return []
    return _finish(event_id, now)


@transaction.atomic
def _finish(event_id: int, now: datetime) -> list[int]:
    rows = TournamentEntry.objects.select_for_update().filter(tournament=event_id)
    entries = list(rows.order_by("pk"))
    events = Tournament.objects.select_for_update(skip_locked=True)
    event = events.filter(pk=event_id, finished_at=None).first()
    if event is None:
        return []
    tables = list(
        TournamentGame.objects.filter(tournament=event)
        .select_related("room__game")
        .defer("room__game__snapshot")
    )
    if not all(_is_over(table, event) for table in tables):
        return []
    _fix_places(entries)
    _settle(tables, entries, now)
    Tournament.objects.filter(pk=event.pk).update(
        finished_at=now, ends_at=min(event.ends_at, now), rev=F("rev") + 1
    )
    reveal_share(event.share)
    return [table.room.game_id for table in tables if table.room.game_id is not None]


def _is_over(table: TournamentGame, event: Tournament) -> bool:
    """Whether the game is over and the standings have its result."""
    game = table.room.game
    if game is None or game.status != Game.Status.FINISHED:
        return game is None or game.status != Game.Status.PLAYING
    return table.rounds == rounds_of(event)


def _fix_places(entries: Sequence[TournamentEntry]) -> None:
    """Give each player who has finished a round their place. All are free again."""
    field = [entry for entry in entries if entry.totals is not None]
    points = points_of(field)
    for entry, score, place in zip(field, points, places_of(points), strict=True):
        if entry.totals:
            entry.score, entry.place = score, place
            entry.games, entry.wins, entry.sheet = 1, int(place == 1), [total_of(entry)]
    for entry in entries:
        entry.state = State.PAUSED
    fields = ["score", "place", "games", "wins", "sheet", "state"]
    TournamentEntry.objects.bulk_update(entries, fields, batch_size=200)


def _settle(
    tables: Sequence[TournamentGame], entries: Sequence[TournamentEntry], now: datetime
) -> None:
    """Close the tables."""
    of_entry = {entry.pk: entry for entry in entries}
    seats = list(TournamentSeat.objects.filter(game__in=tables))
    for seat in seats:
        entry = of_entry[seat.entry_id]
        seat.open, seat.left = False, entry.left
        seat.place, seat.points = entry.place, entry.score
    TournamentSeat.objects.bulk_update(seats, ["open", "left", "place", "points"], batch_size=200)
    for table in tables:
        game = table.room.game
        counted = game is not None and game.status == Game.Status.FINISHED
        table.outcome = Outcome.COUNTED if counted else Outcome.VOID
        table.settled_at = now
    TournamentGame.objects.bulk_update(tables, ["outcome", "settled_at"])
