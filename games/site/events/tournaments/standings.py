"""Reads a tournament as browsers get it: the standings, the tables, and each player's own part."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, cast

from msgspec import UNSET, UnsetType

from games.core.protocol.tournament_messages import (
    MAX_ROWS,
    DuplicateEvent,
    EntryState,
    MyEntry,
    TournamentRow,
    TournamentTable,
    UnscoredGame,
)
from games.core.protocol.tournament_messages import TournamentView as View
from games.people.accounts.avatars import avatar_of
from games.platform.clock import now_ms
from games.record.log.models import Game
from games.record.log.starting import published
from games.record.ratings.model import UnratedReason
from games.site.events.tournaments.duplicates.rounds import percent, rounds_of, total_of
from games.site.events.tournaments.joining import is_out
from games.site.events.tournaments.models import (
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentKind,
)
from games.site.events.tournaments.scoring import STREAK, places_of
from games.site.events.tournaments.seating import LAST_PAIRING
from games.site.study.analysis.grades import percent_of_perfect
from games.tables.rooms.game_settings import GameSettings, settings_view

State = TournamentEntry.State

MAX_TABLES = 12
MAX_SHEET = 12
"""How many of a player's last games a row shows."""


class TournamentState(NamedTuple):
    """A tournament at one revision: the part for everybody, and each player's own part."""

    seq: int
    view: View
    mine: dict[int, MyEntry]


def find(code: str) -> Tournament | None:
    return Tournament.objects.filter(code=code).first()


def ranked(tournament_id: int) -> list[tuple[int, TournamentEntry]]:
    """Return all entries with their places, best first; among ties, the first to join."""
    entries = list(
        TournamentEntry.objects.filter(tournament=tournament_id)
        .select_related("player")
        .order_by("-score", "pk")
    )
    return list(zip(places_of([entry.score for entry in entries]), entries, strict=True))


def field_of(entries: Sequence[TournamentEntry]) -> int:
    """Return how many play in a duplicate event."""
    return sum(entry.totals is not None for entry in entries)


def beaten_by(entry: TournamentEntry, field: int) -> float | None:
    """Return the share of the field that a player of a duplicate event has beaten (0 to 100), or
    None before the end of the first round. Programs get it; pages show `share_of_perfect`.
    """
    return round(percent(entry.score, field), 2) if entry.totals and field > 1 else None


def share_of_perfect(entry: TournamentEntry, event: Tournament) -> float | None:
    """Return a player's total in a finished duplicate event as a percentage of perfect play; None
    without a result, or until that is known.
    """
    return percent_of_perfect(total_of(entry), event.perfect) if entry.totals else None


def row_of(number: int, place: int, entry: TournamentEntry) -> TournamentRow:
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
        total=total_of(entry) if entry.totals else UNSET,
        left=UNSET if entry.totals is None else entry.left,
        closed=UNSET if player.is_active else True,
    )


def read_state(tournament_id: int) -> TournamentState | None:
    """Read a tournament in four queries; None if there is none."""
    # The revision comes first: a change during the other reads is then found the next time.
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        return None
    found = ranked(tournament_id)
    rows = [row_of(number, place, entry) for number, (place, entry) in enumerate(found)]
    open_tables = _open_tables(tournament_id)
    if tournament.kind == TournamentKind.DUPLICATE:
        view = _view(tournament, rows, (), _duplicate(tournament, open_tables))
    else:
        view = _view(tournament, rows, _shown_tables(open_tables, rows))
    begins: list[int] = tournament.begins or []
    is_early = bool(begins) and now_ms() < begins[0]
    table_of = {
        seat.entry_id: table for table in open_tables for seat in table.seats.all() if seat.open
    }
    mine = {
        entry.player_id: _mine(entry, row, table_of.get(entry.pk), is_early)
        for (_, entry), row in zip(found, rows, strict=True)
    }
    return TournamentState(tournament.rev, view, mine)


def _open_tables(tournament_id: int) -> list[TournamentGame]:
    tables = TournamentGame.objects.filter(tournament=tournament_id, settled_at=None)
    rooms = tables.select_related("room__game")
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
    known = {row.player: row for row in rows}
    shown = []
    for table in tables:
        players = [known[seat.entry.player_id] for seat in table.seats.all()]
        if table.room.game is not None and _goes_on(table) and players:
            best = min(row.number for row in players)
            names = tuple([row.name for row in players])
            shown.append((best, TournamentTable(table.room.code, names)))
    return tuple([table for _, table in sorted(shown)[:MAX_TABLES]])


def _mine(
    entry: TournamentEntry, row: TournamentRow, table: TournamentGame | None, is_early: bool
) -> MyEntry:
    """Return a player's own part. `is_early`: the first round has not begun yet."""
    room = None if table is None or not _goes_on(table) else table.room
    begins = room is not None and (room.game_id is None or is_early)
    return MyEntry(
        row,
        None if room is None else room.code,
        begins,
        entry.pausing,
        paired_from=_paired_from(entry),
        unscored=tuple([_unscored(*each) for each in entry.unscored or ()]) or UNSET,
    )


def _paired_from(entry: TournamentEntry) -> int | UnsetType | None:
    """Return when a player who left a game can be paired again; None for never."""
    if is_out(entry):
        return None
    return UNSET if entry.paired_from is None else _ms(entry.paired_from.timestamp())


def _unscored(code: str, reason: str) -> UnscoredGame:
    return UnscoredGame(code, UnratedReason(reason).words)


def _duplicate(event: Tournament, tables: Sequence[TournamentGame]) -> DuplicateEvent:
    begins: list[int] = event.begins or []
    rounds = rounds_of(event)
    return DuplicateEvent(
        round=min(len(begins), rounds),
        rounds=rounds,
        begins=begins[min(len(begins), rounds) - 1] if begins else None,
        counted=max(0, len(begins) - 1),
        tables=len(tables),
        share=event.share,
        commitment=published(event.share).commitment,
        perfect=event.perfect or UNSET,
    )


def _view(
    tournament: Tournament,
    rows: Sequence[TournamentRow],
    tables: tuple[TournamentTable, ...],
    duplicate: DuplicateEvent | UnsetType = UNSET,
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
        pairs_until=_ms(_pairs_until(tournament).timestamp()),
        ends=_ms(tournament.ends_at.timestamp()),
        finished=tournament.finished_at is not None,
        players=len(rows),
        waiting=states.count("waiting"),
        playing=states.count("playing"),
        rows=tuple(rows[:MAX_ROWS]),
        tables=tables,
        dice="same" if tournament.dice == "same" else UNSET,
        duplicate=duplicate,
    )


def _pairs_until(tournament: Tournament) -> datetime:
    is_arena = tournament.kind == TournamentKind.ARENA
    return tournament.ends_at - LAST_PAIRING if is_arena else tournament.starts_at


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
