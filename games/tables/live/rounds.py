"""The messages for each viewer of a game in rounds. About others they tell only who is done."""

from collections.abc import Sequence

from games.core.engine import GameState, is_public, order_seen, seen, view, view_changes
from games.core.protocol.events import Event
from games.core.protocol.room_messages import Delta, Done, Update
from games.record.log.records import LoggedEvent


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
    """Return the number of the round that is played."""
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
