"""Writes entries, the events of many games, in batches: one transaction for each batch.

With PostgreSQL, a transaction is one statement. Each entry names the hash of its game's newest
event. So if several processes write to the same game, only one that knows this event succeeds.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import DatabaseError, IntegrityError, InterfaceError, connection

from games.core.engine import Event, GameState, seen
from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.database import bulk
from games.platform.database.bulk import SqlRow
from games.platform.database.outages import WRITES
from games.record.log import statements
from games.record.log.loading import LoadedGame
from games.record.log.records import (
    EventRow,
    LoggedEvent,
    hashes_of,
    moment,
    position_of,
    row_of,
    snapshot_of,
)

logger = logging.getLogger(__name__)

# The most entries per transaction, so that no entry waits for a huge one.
MAX_ENTRIES = 256
SNAPSHOT_EVERY = 64


class Conflict(Exception):
    """The game has a newer event than the entry expected: read the log and decide again."""


class StoreUnavailable(Exception):
    """Writing failed. Only the log can tell whether the events are stored."""


@dataclass(slots=True, eq=False)
class Entry:
    """The events of one action that are to be written, with the states before and after them.

    `expected`: the hash of the game's newest event, as its process computed it. If the game has
    another one by now, the entry is refused. `logged` are the events, `rows` how they are stored,
    and `hashes` the hash of each. `done` is called in the event loop: with None after the commit,
    or with the error. `decided_at`: in monotonic seconds.
    """

    game_id: int
    expected: str
    logged: tuple[LoggedEvent, ...]
    before: GameState
    after: GameState
    done: Callable[[Exception | None], None]
    decided_at: float
    rows: tuple[EventRow, ...] = field(init=False)
    hashes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = tuple([row_of(each) for each in self.logged])
        self.hashes = hashes_of(self.expected, self.rows)

    @property
    def head(self) -> str:
        """The hash of the last of the events."""
        return self.hashes[-1]


def ignore_outcome(outcome: Exception | None) -> None:
    """Do nothing: the caller of `write` gets the outcome from it."""


def entry_of(
    game: LoadedGame,
    events: Sequence[Event],
    after: GameState,
    by: str = "",
    done: Callable[[Exception | None], None] = ignore_outcome,
    decided_at: float | None = None,
) -> Entry:
    """Return the entry for the next events of a game. `by`: the command that led to them."""
    numbered = enumerate(events, game.state.seq + 1)
    logged = tuple([LoggedEvent(seq, event, by) for seq, event in numbered])
    at = monotonic() if decided_at is None else decided_at
    return Entry(game.id, game.head, logged, game.state, after, done, at)


def take_batch(waiting: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries of the next transaction, at most `MAX_ENTRIES`, and the remaining ones.
    Both are in order.
    """
    # One for each game: a later entry of a game needs the outcome of the earlier one.
    batch: dict[int, Entry] = {}
    left = []
    for entry in waiting:
        if len(batch) < MAX_ENTRIES and entry.game_id not in batch:
            batch[entry.game_id] = entry
        else:
            left.append(entry)
    return list(batch.values()), left


def tell(batch: Sequence[Entry], outcomes: Sequence[Exception | None]) -> None:
    """Call `done` of each entry. In the event loop."""
    now = monotonic()
    metrics.BATCHES.observe(len(batch))
    metrics.MOVES.add(outcomes.count(None))
    for entry, outcome in zip(batch, outcomes, strict=True):
        if outcome is None:
            metrics.COMMITS.observe(now - entry.decided_at)
        try:
            entry.done(outcome)
        except Exception:
            # A bug in one room must not affect the others of the batch.
            logger.exception("a room failed after its commit")


def write(entries: Sequence[Entry]) -> list[Exception | None]:
    """Write `entries` and return the outcome of each: None, or the error.

    Raises only if the connection cannot even be closed. The outcome is then unknown.
    """
    outcomes: dict[Entry, Exception | None] = {}
    left = list(entries)
    while left:
        batch, left = take_batch(left)
        outcomes |= zip(batch, _write_batch(batch), strict=True)
    return [outcomes[entry] for entry in entries]


def _write_batch(batch: list[Entry]) -> list[Exception | None]:
    try:
        advanced = write_together(batch)
    except Exception as error:
        if len(batch) == 1:
            return [_failure(error)]
        connection.close_if_unusable_or_obsolete()
        # One entry may be the cause, or the connection: find out by writing each alone.
        return [_write_batch([entry])[0] for entry in batch]
    return outcomes_of(batch, advanced)


def outcomes_of(batch: Sequence[Entry], advanced: set[int]) -> list[Exception | None]:
    """Return the outcome of each entry of a batch whose transaction advanced these games."""
    WRITES.refused_at = None
    refused = [None if entry.game_id in advanced else Conflict() for entry in batch]
    if len(advanced) < len(batch):
        metrics.WRITE_FAILURES.add(len(batch) - len(advanced), of="conflict")
    return list(refused)


def _failure(error: Exception) -> Exception:
    # Happens only to games from before logs were chained: their entries all expect the hash "".
    if isinstance(error, IntegrityError):
        metrics.WRITE_FAILURES.add(of="conflict")
        return Conflict()
    metrics.WRITE_FAILURES.add(of="unavailable")
    WRITES.refused_at = monotonic()
    if isinstance(error, (DatabaseError, InterfaceError)):
        logger.warning("the database refused a commit: %s", error)
        connection.close()
        return StoreUnavailable(str(error))
    logger.error("writing an entry failed", exc_info=error)
    return StoreUnavailable(repr(error))


def write_together(batch: Sequence[Entry]) -> set[int]:
    """Write all entries of `batch`, of different games, in one transaction. Return the ids of the
    games whose entries are written; the others are refused. Raises what the database raises.
    """
    return bulk.run_guarded(statements.ADVANCE_GAMES, advances_of(batch), work_of(batch))


def advances_of(batch: Sequence[Entry]) -> list[SqlRow]:
    """Return the rows that advance the games of `batch`."""
    # In the order of ids, so that two processes cannot deadlock.
    return [_game_row(entry) for entry in sorted(batch, key=lambda entry: entry.game_id)]


def work_of(batch: Sequence[Entry]) -> bulk.BulkWork:
    """Return the statements, with their rows, that run for the games of `batch` that advance."""
    events = [
        (entry.game_id, *row, hash_)
        for entry in batch
        for row, hash_ in zip(entry.rows, entry.hashes, strict=True)
    ]
    work: bulk.BulkWork = [
        (statements.INSERT_EVENTS, events),
        (
            statements.UPDATE_SCORECARDS,
            [row for entry in batch for row in _changed_card_rows(entry)],
        ),
        (statements.SAVE_SNAPSHOTS, [_snapshot_row(each) for each in batch if _is_kept(each)]),
        (
            statements.BUMP_ROOMS_OF_GAMES,
            [(entry.game_id,) for entry in batch if _has_ended(entry)],
        ),
    ]
    return [(statement, rows) for statement, rows in work if rows]


def _has_ended(entry: Entry) -> bool:
    return entry.after.status != "playing"


def _game_row(entry: Entry) -> SqlRow:
    after = entry.after
    ended_at = entry.rows[-1].at if _has_ended(entry) else None
    return (
        entry.expected,
        entry.head,
        _time(after.next_due),
        after.status,
        _time(ended_at),
        entry.game_id,
    )


def _time(at: int | None) -> datetime | str | None:
    return None if at is None else bulk.stored(moment(at))


def _is_kept(entry: Entry) -> bool:
    """Whether to store a snapshot of the game after this entry."""
    return any(row.seq % SNAPSHOT_EVERY == 0 for row in entry.rows)


def _snapshot_row(entry: Entry) -> SqlRow:
    return (entry.game_id, snapshot_of(entry.after))


def _changed_cards(before: GameState, after: GameState) -> set[int | None]:
    """Return the seats whose cards, or whose resignations, differ."""
    return {
        number
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old.card is not new.card or old.out != new.out
    }


def _changed_card_rows(entry: Entry) -> list[SqlRow]:
    """Return the rows of scorecards that changed: by a box or a resignation, or all at the end."""
    touched = {row.seat for row in entry.rows if row.type in ("box.scored", "seat.resigned")}
    if entry.after.mode == "rounds":
        touched = _changed_cards(seen(entry.before, None), seen(entry.after, None))
    if entry.after.status == "finished":
        touched = set(range(len(entry.after.seats)))
    return card_rows(entry.game_id, entry.after, [seat for seat in touched if seat is not None])


def card_rows(game_id: int, state: GameState, seats: Collection[int]) -> list[SqlRow]:
    """Return the rows of UPDATE_SCORECARDS for some seats of a game, as everybody may see them: in
    rounds, a round shows only after its reveal.
    """
    if not seats:
        return []
    shown = seen(state, None).seats
    return [
        (
            position_of(shown[number]),
            shown[number].card.total,
            shown[number].place,
            bool(shown[number].out),
            game_id,
            number,
        )
        for number in sorted(seats)
    ]
