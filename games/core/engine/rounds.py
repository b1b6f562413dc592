"""`mode: rounds`: all seats play the same round at once, and see each other's dice when it is over.

A seat's events are hidden from others until the next event without a seat: `round.revealed`, or the
end of the game. docs/events.md explains what viewers see, and when.
"""

from collections.abc import Sequence
from typing import TypeVar

from games.core.engine.events import Event, SeedRevealed
from games.core.engine.state import GameState, LastFill, Round

T = TypeVar("T")


def begin_round(state: GameState, begins: int, seq: int) -> GameState:
    """Return the game with a new round, in which nobody may roll before `begins` (ms since 1970).

    `seq`: the event that begins it. Everything that happened before it is public.
    """
    seats = tuple(
        seat._replace(turn=seat.turn._replace(started_at=begins)) if seat.has_turns_left else seat
        for seat in state.seats
    )
    fills = (None,) * len(seats) if state.round is None else state.round.fills
    return state._replace(
        seats=seats,
        acting=tuple(number for number, seat in enumerate(seats) if seat.has_turns_left),
        round=Round(seq, seats, (0,) * len(seats), fills, fills),
    )


def without_turn(state: GameState, seat: int, fill: LastFill | None = None) -> GameState:
    """Return the game after a seat has resigned or made its last move in the round, `fill`."""
    known = state.round
    assert known is not None
    if fill is not None:
        known = known._replace(fills=_with(known.fills, seat, fill))
    if seat in state.acting:
        known = known._replace(done=tuple(sorted((*known.done, seat))))
    acting = tuple(other for other in state.acting if other != seat)
    return state._replace(acting=acting, round=known)


def count_hidden(state: GameState, event: Event) -> GameState:
    """Count an event that only its seat may see now."""
    if state.round is None or is_public(event) or event.seat is None:
        return state
    acted = _with(state.round.acted, event.seat, state.round.acted[event.seat] + 1)
    return state._replace(round=state.round._replace(acted=acted))


def _with(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    return (*values[:number], value, *values[number + 1 :])


def is_public(event: Event) -> bool:
    """Whether everybody sees this event of a game in rounds at once, and all events before it."""
    return event.seat is None or isinstance(event, SeedRevealed)


def seen(state: GameState, viewer: int | None) -> GameState:
    """Return what the player in seat `viewer`, or a spectator (None), may see of a game.

    Other seats are as they were at the last reveal. Of the present round only `done` is known.
    `acting` is the viewer's own seat, if it may act, and `last` is its own box. `seq` counts the
    events that the viewer has seen, in `order_seen`. In `mode: turns` this is the state itself.
    After the end it is the whole state except for `last`.
    """
    known = state.round
    if known is None:
        return state
    last = None if viewer is None else known.fills[viewer]
    if state.status != "playing":
        # Viewers were told of boxes in another order than the log's, so `last` differs.
        return state._replace(last=last)
    seats, fills, seq = known.seats, known.shown, known.seq
    if viewer is not None:
        seats = _with(seats, viewer, state.seats[viewer])
        seq += known.acted[viewer]
    acting = () if viewer is None or viewer not in state.acting else (viewer,)
    public = known._replace(acted=(), fills=fills)
    return state._replace(seats=seats, acting=acting, seq=seq, last=last, round=public)


def order_seen(events: Sequence[Event], viewer: int | None) -> list[int]:
    """Return the indices of a log's events, in the order in which a viewer sees them in
    `mode: rounds`: their own events at once, and events of other seats at the next reveal. Leaves
    out events that are still hidden. A part of a log must begin after a reveal.
    """
    order: list[int] = []
    hidden: list[int] = []
    for number, event in enumerate(events):
        if is_public(event):
            order += [*hidden, number]
            hidden.clear()
        elif event.seat == viewer:
            order.append(number)
        else:
            hidden.append(number)
    return order
