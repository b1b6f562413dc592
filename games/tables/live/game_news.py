"""The messages about a game for each of its viewers: a seat, or None for spectators. Pure.

In turns all get the same. In rounds they tell about others only who is done.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.engine import (
    GameState,
    SeatViews,
    is_public,
    order_seen,
    seen,
    view,
    view_changes,
)
from games.core.protocol.events import Event
from games.core.protocol.room_messages import Delta, Done, Snapshot, Update
from games.record.log.records import EventRow, LoggedEvent

# A gap of up to this many events is filled with events, a longer one with a snapshot.
MAX_MISSING = 50


class Advance(NamedTuple):
    """What a game learned: `events` led from the state `before` to `after`. `recent`: the newest
    events, with these. Some are forgotten later, so the messages are made at once. `rows`: the
    newest of `events`, as other processes get them.
    """

    before: GameState
    after: GameState
    events: Sequence[LoggedEvent]
    recent: Sequence[LoggedEvent]
    rows: Sequence[EventRow]


def snapshot(state: GameState, viewer: int | None) -> Snapshot:
    shown = view(state, viewer)
    return Snapshot(game=shown.game, seq=shown.seq, view=shown)


def beginning(
    state: GameState, recent: Sequence[LoggedEvent], viewer: int | None
) -> Update | Snapshot:
    """Return the first message about this game for a client that has seen another one."""
    if state.mode == "turns":
        return update(state, recent[-MAX_MISSING:])
    if recent[0].seq == 1:
        return whole_log(state, recent, viewer)
    return snapshot(state, viewer)


def missing(
    state: GameState,
    recent: Sequence[LoggedEvent],
    known: tuple[str | None, int],
    viewer: int | None,
) -> Update | Snapshot | None:
    """Return what a client lacks that has `known`: a game's code, and its events up to a seq; None
    if it lacks nothing.
    """
    code, seq = known
    if code == state.code and seq == seen(state, viewer).seq:
        return None
    if state.mode == "turns" and code == state.code and state.seq - MAX_MISSING <= seq < state.seq:
        events = [logged for logged in recent if logged.seq > seq]
        if events and events[0].seq == seq + 1:
            return update(state, events)
    return snapshot(state, viewer)


def update(
    state: GameState, events: Sequence[LoggedEvent], seats: SeatViews | None = None
) -> Update:
    """Return the message with the newest `events` of a game in turns."""
    return Update(
        game=state.code,
        seq=state.seq,
        events=tuple([logged.message(state.seats) for logged in events]),
        view=view(state, seats=seats),
    )


def news(
    advance: Advance, viewer: int | None, whole: bool, seats: SeatViews | None = None
) -> Update | Delta | None:
    """Return what a viewer learns; None for nothing. `whole`: with the whole view instead of what
    changes in it. `seats`: the views of seats that were built before.
    """
    before, after, events, recent, _ = advance
    if after.mode == "rounds":
        since = [logged for logged in recent if logged.seq > last_reveal(before)]
        return round_news(before, after, since, viewer, whole)
    if whole:
        return update(after, events, seats)
    return Delta(
        game=after.code,
        base=before.seq,
        seq=after.seq,
        events=tuple([logged.message(after.seats) for logged in events]),
        changes=view_changes(before, after),
    )


def last_reveal(state: GameState) -> int:
    """Return the seq of the newest event that everybody knows."""
    return state.seq if state.round is None else state.round.seq


def visible(
    state: GameState, logged: Sequence[LoggedEvent], viewer: int | None, first: int
) -> tuple[Event, ...]:
    """Return the events this viewer may see, in the order they see them.

    `logged` begins after a reveal, or with the log. The events are numbered from `first`. Only
    events that come with a reveal tell their place in the log, as `log`.
    """
    # A hidden event's place in the log would tell how much the others have done.
    order = order_seen([each.event for each in logged], viewer)
    return tuple(
        [
            logged[number]._replace(seq=seq).message(state.seats, _place(logged[number], viewer))
            for seq, number in enumerate(order, start=first)
        ]
    )


def _place(logged: LoggedEvent, viewer: int | None) -> int | None:
    own = logged.event.seat == viewer and viewer is not None
    return None if own and not is_public(logged.event) else logged.seq


def round_news(
    before: GameState,
    after: GameState,
    since: Sequence[LoggedEvent],
    viewer: int | None,
    whole: bool,
) -> Update | Delta | None:
    """Return what a viewer learns when the log grows; None if that is nothing.

    `since`: the events after the last reveal in `before`. `whole`: with the whole view.
    """
    base, known = last_reveal(before), seen(before, viewer).seq
    events = visible(after, since, viewer, base + 1)[known - base :]
    if not events:
        return None
    if whole:
        return _update(after, events, viewer)
    return Delta(
        game=after.code,
        base=known,
        seq=events[-1].seq,
        events=events,
        changes=view_changes(before, after, viewer),
    )


def number_seen(logged: Sequence[LoggedEvent], viewer: int, public: int) -> int | None:
    """Return how many events a viewer had seen after the last of `logged`; None if that depends on
    older events. `public`: the seq of an event that everybody saw at once.
    """
    own = 0
    for each in reversed(logged):
        if is_public(each.event):
            return each.seq + own
        own += each.event.seat == viewer
        if each.seq == public + 1:
            return public + own
    return None


def done_news(before: GameState, after: GameState) -> Done | None:
    """Return the message about who is done now; None if nothing changed within a round."""
    if after.round is None or last_reveal(before) != last_reveal(after):
        return None
    if before.done == after.done or after.status != "playing":
        return None
    return Done(game=after.code, round=view_round(after), done=after.done)


def view_round(state: GameState) -> int:
    return view(state).round


def is_hidden_round(state: GameState, now: int) -> bool:
    """Whether seats may be hiding something from others at `now` (ms since 1970): a round is being
    played, not shown.
    """
    if state.round is None or state.status != "playing":
        return False
    starts = [seat.turn.started_at for seat in state.round.seats if seat.has_turns_left]
    return any(at is None or at <= now for at in starts)


def whole_log(state: GameState, log: Sequence[LoggedEvent], viewer: int | None) -> Update:
    """Return the message with all that a viewer may know of a game, from its first event on."""
    return _update(state, visible(state, log, viewer, 1), viewer)


def _update(state: GameState, events: tuple[Event, ...], viewer: int | None) -> Update:
    return Update(
        game=state.code,
        seq=events[-1].seq,
        events=events,
        view=view(state, viewer),
    )
