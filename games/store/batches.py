"""Batches of entries, the events of many games, each batch written in one transaction.

With PostgreSQL, a transaction is one statement. If several processes write to the same game, the
unique (game, seq) of the log decides which one wins.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError, IntegrityError, InterfaceError, connection

from games import metrics
from games.engine import GameState, seen
from games.store import statements
from games.store.records import LoggedEvent, moment, position_of, snapshot_of
from games.store.statements import Row

logger = logging.getLogger(__name__)

# The limit of entries per transaction, so that none waits for a huge one.
MAX_ENTRIES = 256
SNAPSHOT_EVERY = 64


class Conflict(Exception):
    """Another process wrote this seq of the game first: read its events and decide again."""


class StoreUnavailable(Exception):
    """Writing failed. Only the log can tell whether the events are stored."""


@dataclass(slots=True, eq=False)
class Entry:
    """The events of one action, to be written, with the states before and after them.

    `done` is called in the event loop: with None after the commit, or with the error.
    """

    game_id: int
    events: tuple[LoggedEvent, ...]
    before: GameState
    after: GameState
    done: Callable[[Exception | None], None]


def tell(batch: Sequence[Entry], outcomes: Sequence[Exception | None]) -> None:
    """Call `done` of each entry. In the event loop."""
    metrics.BATCHES.observe(len(batch))
    metrics.MOVES.add(outcomes.count(None))
    for entry, outcome in zip(batch, outcomes, strict=True):
        try:
            entry.done(outcome)
        except Exception:
            # A bug in one room must not affect the others of the batch.
            logger.exception("a room failed after its commit")


def write(batch: list[Entry]) -> list[Exception | None]:
    """Write `batch` and return the outcome of each entry: None, or the error.

    Raises only if the connection cannot even be closed; then the outcome is unknown.
    """
    try:
        write_together(batch)
    except Exception as error:
        if len(batch) == 1:
            return [_failure(error)]
        connection.close_if_unusable_or_obsolete()
        # One entry may be the cause, or the connection: find out by writing each alone.
        return [write([entry])[0] for entry in batch]
    return [None] * len(batch)


def _failure(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        metrics.WRITE_FAILURES.add(of="conflict")
        return Conflict()
    metrics.WRITE_FAILURES.add(of="unavailable")
    if isinstance(error, (DatabaseError, InterfaceError)):
        logger.warning("the database refused a commit: %s", error)
        connection.close()
        return StoreUnavailable(str(error))
    logger.error("writing an entry failed", exc_info=error)
    return StoreUnavailable(repr(error))


def write_together(batch: list[Entry]) -> None:
    """Write all entries of `batch` in one transaction. Raises what the database raises."""
    statements.run_as_one(work_of(batch))


def work_of(batch: Sequence[Entry]) -> statements.BulkWork:
    """Return the statements that write `batch`, to be run as one, with their rows."""
    # In order of (game, seq), so that two processes cannot deadlock.
    batch = sorted(batch, key=lambda entry: (entry.game_id, entry.after.seq))
    latest = {entry.game_id: entry for entry in batch}
    snapshots = {entry.game_id: entry.after for entry in batch if _wants_snapshot(entry)}
    # Most moves change only the log and a scorecard.
    changed = {entry.game_id for entry in batch if _row_of(entry.before) != _row_of(entry.after)}
    games = [
        _game_row(latest[game_id], snapshots.get(game_id))
        for game_id in sorted(changed | snapshots.keys())
    ]
    cards = {row[-2:]: row for entry in batch for row in _card_rows(entry)}
    events = [event.row(entry.game_id) for entry in batch for event in entry.events]
    ended = [(id_,) for id_, entry in latest.items() if _has_ended(entry)]
    work: statements.BulkWork = [
        (statements.UPDATE_GAMES, games),
        (statements.BUMP_ROOMS_OF_GAMES, ended),
        (statements.UPDATE_SCORECARDS, list(cards.values())),
        # Runs first: of several processes that write to the same game, only one gets past it.
        (statements.INSERT_EVENTS, events),
    ]
    return [(statement, rows) for statement, rows in work if rows]


def _has_ended(entry: Entry) -> bool:
    return entry.after.status != "playing"


def _row_of(state: GameState) -> tuple[int | None, str]:
    """Return the values for the columns of a game's row that depend on its state."""
    return (state.next_due, state.status)


def _game_row(entry: Entry, snapshot: GameState | None) -> Row:
    due, status = _row_of(entry.after)
    ended_at = entry.events[-1].event.at if _has_ended(entry) else None
    text = None if snapshot is None else snapshot_of(snapshot)
    return (_time(due), status, _time(ended_at), text, entry.game_id)


def _time(at: int | None) -> datetime | str | None:
    return statements.stored(None if at is None else moment(at))


def _wants_snapshot(entry: Entry) -> bool:
    first = entry.events[0].seq
    return any(seq % SNAPSHOT_EVERY == 0 for seq in range(first, entry.after.seq + 1))


def _changed_cards(before: GameState, after: GameState) -> set[int | None]:
    """Return the seats whose cards, or whose resignations, differ."""
    return {
        number
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old.card is not new.card or old.out != new.out
    }


def _card_rows(entry: Entry) -> list[Row]:
    """Return rows of changed scorecards: after a box or a resignation, or all at the end.

    They show what everybody may see: in rounds, all of a round with its reveal.
    """
    after = seen(entry.after, None)
    touched = {
        logged.event.seat
        for logged in entry.events
        if logged.event.type in ("box.scored", "seat.resigned")
    }
    if entry.after.mode == "rounds":
        touched = _changed_cards(seen(entry.before, None), after)
    if after.status == "finished":
        touched = set(range(len(after.seats)))
    return [
        (
            position_of(after.seats[number]),
            after.seats[number].card.total,
            after.seats[number].place,
            bool(after.seats[number].out),
            entry.game_id,
            number,
        )
        for number in sorted(seat for seat in touched if seat is not None)
    ]
