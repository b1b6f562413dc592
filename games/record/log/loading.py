"""Load games from their logs."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import Case, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce

from games.core.engine import GameState, evolve_all, replay
from games.core.engine.events import RoundRevealed, SeedRevealed
from games.core.engine.fairness import SECRET_BYTES, FairDice
from games.platform.database.bulk import bulk
from games.platform.database.prepared import fetch
from games.record.fairness.secrets import secret_from
from games.record.log.models import Game, GameEvent, Scorecard
from games.record.log.records import (
    BEGINNING,
    NO_NAMES,
    UNCHAINED,
    BrokenLog,
    EventRow,
    LoggedEvent,
    Names,
    head_after,
    state_of,
)

# How many of the newest events to load, for answering repeated commands and filling gaps.
RECENT = 50
# The events of games in rounds that everybody may see at once: `is_public` of the engine.
PUBLIC = Q(seat=None) | Q(type=SeedRevealed.type)
# Plain SQL, because every rematch loads a game: Django takes several times longer to build these
# queries than the database takes to answer them.
SELECT_GAMES = (
    'SELECT game."id", snapshot."state", dice."secret" FROM games_game AS game'
    ' JOIN games_dicesecret AS dice ON dice."code" = COALESCE(game."share", game."code")'
    ' LEFT JOIN games_gamesnapshot AS snapshot ON snapshot."game_id" = game."id"'
    ' WHERE game."id" IN'
)
SELECT_NAMES = 'SELECT "game_id", "seat", "name" FROM games_scorecard WHERE "game_id" IN'
SELECT_EVENTS = (
    'SELECT "seq", "type", "seat", "at", "data", "by", "hash" FROM games_gameevent'
    ' WHERE "game_id" = %s AND "seq" > %s ORDER BY "seq"'
)
# Each row names a game, and the seq after which its events are needed.
SELECT_EVENTS_OF_GAMES = bulk(
    'SELECT event."game_id", event."seq", event."type", event."seat", event."at", event."data",'
    ' event."by", event."hash" FROM {new} JOIN games_gameevent AS event'
    ' ON event."game_id" = new."game_id" AND event."seq" > new."after"'
    ' ORDER BY event."game_id", event."seq"',
    {"game_id": "bigint", "after": "int"},
)

HashedRow: TypeAlias = tuple[EventRow, str]
"""A row of a log, and the hash that is stored with it."""


@dataclass(slots=True)
class LoadedGame:
    """A game as logged: its state, its dice, and at least its last events, in order. `head`: the
    hash of the newest event.
    """

    id: int
    state: GameState
    dice: FairDice
    recent: list[LoggedEvent]
    head: str


def read_rows(game_id: int, after: int = 0) -> list[HashedRow]:
    """Return the rows of the log with a seq above `after`, in order."""
    with connection.cursor() as cursor:
        cursor.execute(SELECT_EVENTS, [game_id, after])
        return [_hashed(row) for row in cursor.fetchall()]


def _hashed(row: Sequence[Any]) -> HashedRow:
    *columns, stored_hash = row
    return EventRow(*columns), stored_hash


def read_events(game_id: int, names: Names = NO_NAMES) -> list[LoggedEvent]:
    """Return the whole log of a game, with these names of its players."""
    return [row.logged(names) for row, _ in read_rows(game_id)]


def read_logs(game_ids: Collection[int]) -> dict[int, list[LoggedEvent]]:
    """Return the whole log of each of these games, without names, with one query."""
    return events_of(read_all_rows(game_ids))


def events_of(logs: Mapping[int, Sequence[HashedRow]]) -> dict[int, list[LoggedEvent]]:
    """Return the events in these rows, without names."""
    return {game_id: [row.logged() for row, _ in rows] for game_id, rows in logs.items()}


def read_all_rows(game_ids: Collection[int]) -> dict[int, list[HashedRow]]:
    """Return the rows of the log of each of these games, with one query."""
    (found,) = fetch([all_rows_query(game_ids)])
    return logs_of(game_ids, found)


def all_rows_query(game_ids: Iterable[int]) -> tuple[str, list[str]]:
    """Return the query for `logs_of`, and its values."""
    needed = [(id_, 0) for id_ in game_ids]
    return SELECT_EVENTS_OF_GAMES.sql, [SELECT_EVENTS_OF_GAMES.parameter(needed)]


def logs_of(game_ids: Iterable[int], found: Iterable[Sequence[Any]]) -> dict[int, list[HashedRow]]:
    """Return the log of each of these games, from what the database has found."""
    logs: dict[int, list[HashedRow]] = {game_id: [] for game_id in game_ids}
    for game_id, *row in found:
        logs[game_id].append(_hashed(row))
    return logs


def read_names(game_ids: Collection[int]) -> dict[int, dict[int, str]]:
    """Return the names of the players of each of these games, by seat: their names at the start,
    unless they have deleted their account since.
    """
    names: dict[int, dict[int, str]] = {game_id: {} for game_id in game_ids}
    with connection.cursor() as cursor:
        cursor.execute(f"{SELECT_NAMES} {_marks(game_ids)}", list(game_ids))
        for game_id, seat, name in cursor.fetchall():
            names[game_id][seat] = name
    return names


def _marks(values: Collection[object]) -> str:
    return f"({', '.join(['%s'] * len(values))})"


def newest_seq() -> Subquery:
    """Return a subquery that annotates games with the seq of their newest event."""
    newest = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-seq")
    return Subquery(newest.values("seq")[:1])


def newest_public_seq() -> Coalesce:
    """Return an expression that annotates games with the seq of their newest public event. In
    rounds, the events of seats are hidden until the next event without a seat.
    """
    events = GameEvent.objects.filter(game=OuterRef("pk")).order_by("-seq").values("seq")
    in_rounds = Case(When(mode="rounds", then=Subquery(events.filter(PUBLIC)[:1])))
    return Coalesce(in_rounds, Subquery(events[:1]))


def revealed_rounds(game_ids: Collection[int]) -> dict[int, int]:
    """Return the number of the last revealed round of each of these games, leaving out games in
    their first round.
    """
    reveals = GameEvent.objects.filter(game=OuterRef("pk"), type=RoundRevealed.type)
    newest = Subquery(reveals.order_by("-seq").values("data")[:1])
    rows = Game.objects.filter(pk__in=game_ids).annotate(newest=newest).exclude(newest=None)
    return {pk: json.loads(data)["round"] for pk, data in rows.values_list("pk", "newest")}


def newest_seqs(game_ids: Collection[int]) -> dict[int, int]:
    """Return the seq of the newest event of each of these games."""
    games = Game.objects.filter(pk__in=game_ids).annotate(seq=newest_seq())
    return dict(games.exclude(seq=None).values_list("pk", "seq"))


def load_game(game_id: int, whole: bool = False) -> LoadedGame:
    """Return the game as committed. `whole`: replay the whole log, and ignore the snapshot.

    Raises BrokenLog, and Game.DoesNotExist if the game or its secret is missing.
    """
    found = load_games([game_id], whole)[game_id]
    if isinstance(found, Exception):
        raise found
    return found


def load_blind(game_id: int) -> LoadedGame:
    """Return a running game whose secret cannot be read, only to end it: its dice are wrong.

    Raises BrokenLog.
    """
    names = read_names([game_id])[game_id]
    return _loaded(game_id, None, read_rows(game_id), names, bytes(SECRET_BYTES))


def load_games(game_ids: Collection[int], whole: bool = False) -> dict[int, LoadedGame | Exception]:
    """Return these games, with three queries. A game that cannot be loaded maps to the error that
    `load_game` raises.

    Raises only the errors of the queries, which concern all games.
    """
    if not game_ids:
        return {}
    found: dict[int, LoadedGame | Exception] = {id_: Game.DoesNotExist(id_) for id_ in game_ids}
    names = read_names(game_ids)
    snapshots: dict[int, GameState | None] = {}
    with connection.cursor() as cursor:
        cursor.execute(f"{SELECT_GAMES} {_marks(game_ids)}", list(game_ids))
        games = cursor.fetchall()
        for id_, snapshot, _ in games:
            try:
                known = snapshot is not None and not whole
                snapshots[id_] = state_of(snapshot, names[id_]) if known else None
            except Exception as error:  # those who asked for this game handle it
                found[id_] = error
        needed = [(id_, _first_needed(state)) for id_, state in snapshots.items()]
        statement = SELECT_EVENTS_OF_GAMES
        cursor.execute(statement.sql, [statement.parameter(needed)])
        rows: dict[int, list[HashedRow]] = {id_: [] for id_ in snapshots}
        for id_, *row in cursor.fetchall():
            rows[id_].append(_hashed(row))
    for id_, _, stored in games:
        if id_ in snapshots:
            try:
                found[id_] = _loaded(id_, snapshots[id_], rows[id_], names[id_], stored)
            except Exception as error:  # those who asked for this game handle it
                found[id_] = error
    return found


def _first_needed(snapshot: GameState | None) -> int:
    """Return the seq after which events are read. The snapshot's own event is always among them."""
    if snapshot is None:
        return 0
    # In rounds, go back to the last reveal: all events since then will be revealed together.
    newest = snapshot.seq if snapshot.round is None else snapshot.round.seq
    return max(0, min(newest, snapshot.seq - RECENT))


def _loaded(
    game_id: int,
    snapshot: GameState | None,
    rows: Sequence[HashedRow],
    names: Names,
    stored: bytes,
) -> LoadedGame:
    """Return a game. `stored`: its secret as stored. Raises UnreadableSecret and BrokenLog."""
    head = _checked_head(rows, 0 if snapshot is None else snapshot.seq)
    recent = [row.logged(names) for row, _ in rows]
    if snapshot is None:
        state = replay(logged.event for logged in recent)
    else:
        state = evolve_all(snapshot, (each.event for each in recent if each.seq > snapshot.seq))
    dice = dice_of(state, secret_from(state.share or state.code, stored))
    return LoadedGame(game_id, state, dice, recent, head)


def _checked_head(rows: Sequence[HashedRow], known: int) -> str:
    """Return the hash of the newest of these rows. `known`: the seq of the snapshot, 0 without one.

    Raises BrokenLog unless the rows are a chain that begins with the first event of the log, or
    with the stored hash of an event before the snapshot.
    """
    if not rows or rows[-1][0].seq < known:
        raise BrokenLog("the newest events are missing")
    first, stored_hash = rows[0]
    if first.seq == 1 or known == 0:
        return head_after(BEGINNING if stored_hash else UNCHAINED, 0, rows)
    return head_after(stored_hash, first.seq, rows[1:])


def dice_of(state: GameState, secret: bytes) -> FairDice:
    """Return the dice of a game with this secret: for a replay the dice of the original game, and
    for a game that shares its dice the dice of its group.
    """
    again, faces, same = state.replay, state.variant.faces, state.dice == "same"
    if again is not None:
        return FairDice(secret, again.game, again.seeds, again.seat, faces, same)
    if state.share:
        return FairDice(secret, state.share, (), None, faces, same)
    return FairDice(secret, state.code, state.seeds, None, faces, same)


def find_answer(code: str, by: str) -> int | None:
    """Return the last seq that the command `by` led to in the game with this code; None if it was
    never executed.
    """
    events = GameEvent.objects.filter(game__code=code, by=by)
    return events.order_by("-seq").values_list("seq", flat=True).first()


def find_number(code: str, seq: int, player: int) -> int:
    """Return the number under which a player saw event `seq`, which their own command led to. In
    rounds, the hidden events of others since the last public event do not count.
    """
    events = GameEvent.objects.filter(game__code=code, game__mode="rounds", seq__lte=seq)
    public = events.filter(PUBLIC).order_by("-seq").values_list("seq", flat=True).first()
    if public is None:
        return seq
    seat = Scorecard.objects.filter(game__code=code, player=player).values("seat")
    return public + events.filter(seq__gt=public, seat__in=seat).count()
