"""Read a tournament as browsers get it: the standings, the tables, and each player's own part."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from games.accounts.avatars import avatar_of
from games.models import Game, Tournament, TournamentEntry, TournamentGame
from games.protocol import MAX_ROWS, EntryState, MyEntry, TournamentRow, TournamentTable
from games.protocol import TournamentView as View
from games.rooms import GameSettings, settings_view
from games.tournaments.scoring import STREAK, places_of
from games.tournaments.seating import LAST_PAIRING

State = TournamentEntry.State

MAX_TABLES = 12
MAX_SHEET = 12
"""How many of a player's last games a row shows."""


class TournamentState(NamedTuple):
    """A tournament at one revision: for everybody, and each player's own part."""

    seq: int
    view: View
    mine: dict[int, MyEntry]


def find(code: str) -> Tournament | None:
    """Return the tournament with this code, or None."""
    return Tournament.objects.filter(code=code).first()


def ranked(tournament_id: int) -> list[tuple[int, TournamentEntry]]:
    """Return all entries with their places, best first; those who joined first before others."""
    entries = list(
        TournamentEntry.objects.filter(tournament=tournament_id)
        .select_related("player")
        .order_by("-score", "pk")
    )
    return list(zip(places_of([entry.score for entry in entries]), entries, strict=True))


def row_of(number: int, place: int, entry: TournamentEntry) -> TournamentRow:
    """Return an entry as browsers get it."""
    player = entry.player
    return TournamentRow(
        player=player.pk,
        name=player.name,
        guest=player.is_guest,
        avatar=avatar_of(player),
        number=number,
        place=place,
        score=entry.score,
        games=entry.games,
        wins=entry.wins,
        doubled=entry.streak >= STREAK,
        sheet=tuple(entry.sheet[-MAX_SHEET:]),
        state=cast(EntryState, entry.state),
    )


def read_state(tournament_id: int) -> TournamentState | None:
    """Read a tournament in four queries; None if there is none.

    The revision is read first, so a change meanwhile is found the next time.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return None
    found = ranked(tournament_id)
    rows = [row_of(number, place, entry) for number, (place, entry) in enumerate(found)]
    open_tables = _open_tables(tournament_id)
    view = _view(tournament, rows, _shown_tables(open_tables, rows))
    table_of = {
        seat.entry_id: table for table in open_tables for seat in table.seats.all() if seat.open
    }
    mine = {
        entry.player_id: _mine(entry, row, table_of.get(entry.pk))
        for (_, entry), row in zip(found, rows, strict=True)
    }
    return TournamentState(tournament.rev, view, mine)


def _open_tables(tournament_id: int) -> list[TournamentGame]:
    tables = TournamentGame.objects.filter(tournament=tournament_id, settled_at=None)
    rooms = tables.select_related("room__game").defer("room__game__snapshot")
    return list(rooms.prefetch_related("seats__entry").order_by("pk"))


def _goes_on(table: TournamentGame) -> bool:
    """Whether the table's game is being played, or about to start."""
    game = table.room.game
    if game is None:
        return table.room.begins_by is not None
    return game.status == Game.Status.PLAYING


def _shown_tables(
    tables: Sequence[TournamentGame], rows: Sequence[TournamentRow]
) -> tuple[TournamentTable, ...]:
    """Return the tables of the best players whose game has begun."""
    known = {row.player: row for row in rows}
    shown = []
    for table in tables:
        players = [known[seat.entry.player_id] for seat in table.seats.all()]
        if table.room.game is not None and _goes_on(table) and players:
            best = min(row.number for row in players)
            names = tuple([row.name for row in players])
            shown.append((best, TournamentTable(table.room.code, names)))
    return tuple([table for _, table in sorted(shown)[:MAX_TABLES]])


def _mine(entry: TournamentEntry, row: TournamentRow, table: TournamentGame | None) -> MyEntry:
    room = None if table is None or not _goes_on(table) else table.room
    begins = room is not None and room.game_id is None
    return MyEntry(row, None if room is None else room.code, begins, entry.pausing)


def _view(
    tournament: Tournament,
    rows: Sequence[TournamentRow],
    tables: tuple[TournamentTable, ...],
) -> View:
    settings = settings_view(
        GameSettings(tournament.variant, tournament.switches, tournament.clock, tournament.rated)
    )
    states = [row.state for row in rows]
    return View(
        code=tournament.code,
        name=tournament.name,
        every=tournament.every,  # type: ignore[arg-type]  # one of the choices
        variant=settings.variant,
        clock=settings.clock,
        rated=tournament.rated,
        seats=tournament.seats,
        starts=_ms(tournament.starts_at.timestamp()),
        pairs_until=_ms((tournament.ends_at - LAST_PAIRING).timestamp()),
        ends=_ms(tournament.ends_at.timestamp()),
        finished=tournament.finished_at is not None,
        players=len(rows),
        waiting=states.count("waiting"),
        playing=states.count("playing"),
        rows=tuple(rows[:MAX_ROWS]),
        tables=tables,
    )


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
