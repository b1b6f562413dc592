"""state + event -> state. Copies outcomes from events; never checks rules, never raises.

In `mode: rounds` all seats play the same round at once. A seat's events are hidden from others
until the next event without a seat: `round.revealed`, or the end of the game. `seen` is the part of
a state that one viewer knows. docs/events.md explains what viewers see, and when.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from games.core.engine.events import (
    BoxScored,
    DiceRolled,
    Event,
    GameAborted,
    GameCancelled,
    GameFinished,
    GameStarted,
    HintGiven,
    RoundRevealed,
    SeatAway,
    SeatBack,
    SeatResigned,
    SeedRevealed,
    TurnTimedOut,
)
from games.core.engine.state import GameState, LastFill, Replay, Round, Sealing, SeatState, Status
from games.core.rules import Box, Fill, Scorecard, find_variant

T = TypeVar("T")


def initial_state(event: GameStarted) -> GameState:
    """Return the state after the first event of a log."""
    variant = find_variant(event.variant, **event.switches)
    seats = tuple(
        SeatState(
            player=seat["player"],
            name=seat["name"],
            card=Scorecard(variant),
            bot=seat.get("bot", False),
            persona=seat.get("persona", ""),
        )
        for seat in event.seats
    )
    state = GameState(
        code=event.code,
        variant=variant,
        mode=event.mode,
        clock=event.clock,
        seats=seats,
        acting=(),
        commitment=event.commitment,
        seeds=tuple(seat["seed"] for seat in event.seats),
        stand_in=event.stand_in,
        replay=None if event.replay is None else read_replay(event.replay),
        sealing=_sealing(event) if event.scheme else None,
        dice=event.dice,
        share=event.share,
    )
    begins = event.begins or event.at
    return state if state.revealing else _begin(state, event.first, begins, state.seq)


def _sealing(event: GameStarted) -> Sealing:
    known = tuple(seat["known"] for seat in event.seats)
    return Sealing(
        seals=tuple(seat["seal"] for seat in event.seats),
        known=known,
        waiting=tuple(seat for seat, is_known in enumerate(known) if not is_known),
        first=event.first,
        started_at=event.at,
    )


def read_replay(data: dict[str, Any]) -> Replay:
    """Return the `Replay` of the first event's data."""
    return Replay(data["game"], data["seat"], tuple(data["seeds"]), data["total"])


def evolve(state: GameState, event: Event) -> GameState:
    """Return the state after `event`. Accepts every event but `GameStarted`."""
    return count_hidden(_changed(state, event)._replace(seq=state.seq + 1), event)


def evolve_all(state: GameState, events: Iterable[Event]) -> GameState:
    """Return the state after all of `events`, in order."""
    for event in events:
        state = evolve(state, event)
    return state


def replay(events: Iterable[Event]) -> GameState:
    """Return the state after a whole log. Raises ValueError if it does not begin a game."""
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, GameStarted):
        raise ValueError("a log begins with game.started")
    return evolve_all(initial_state(first), log)


def _changed(state: GameState, event: Event) -> GameState:
    match event:
        case SeedRevealed(seat=int(seat)):
            return _revealed(state, seat, event)
        case DiceRolled(seat=int(seat)):
            return _rolled(state, seat, event)
        case BoxScored(seat=int(seat)):
            return _scored(state, seat, event)
        case HintGiven(seat=int(seat)):
            return _with_seat(state, seat, turn=state.seats[seat].turn._replace(hint=event.roll))
        case TurnTimedOut(seat=int(seat)):
            turn = state.seats[seat].turn._replace(timed_out=True)
            return _with_seat(state, seat, turn=turn)
        case SeatAway(seat=int(seat)):
            return _restart_clock(_with_seat(state, seat, auto=True), seat, event.at)
        case SeatBack(seat=int(seat)):
            state = _with_seat(state, seat, auto=False, timeouts=0)
            return _restart_clock(state, seat, event.at)
        case SeatResigned(seat=int(seat)):
            return _resigned(state, seat, event.at)
        case RoundRevealed():
            return state if state.round is None else begin_round(state, event.begins, state.seq + 1)
        case GameFinished():
            seats = tuple(
                seat._replace(place=place)
                for seat, place in zip(state.seats, event.places, strict=False)
            )
            return _ended(state._replace(seats=seats), "finished", event.secret)
        case GameAborted():
            return _ended(state, "aborted", event.secret)
        case GameCancelled():
            return _ended(state, "cancelled", event.secret)
    return state


def _ended(state: GameState, status: Status, secret: str) -> GameState:
    return state._replace(acting=(), status=status, secret=secret or None)


def _revealed(state: GameState, seat: int, event: SeedRevealed) -> GameState:
    """Store a seed. The last one starts the first turn and its clock."""
    sealing = state.sealing
    if sealing is None or seat not in sealing.waiting:
        return state
    waiting = tuple(other for other in sealing.waiting if other != seat)
    seeds = list(state.seeds)
    seeds[seat] = event.salt + event.seed
    state = state._replace(seeds=tuple(seeds), sealing=sealing._replace(waiting=waiting))
    return state if waiting else _begin(state, sealing.first, event.at, state.seq + 1)


def _begin(state: GameState, first: int, at: int, seq: int) -> GameState:
    """Begin to play, with event number `seq`: give seat `first` its turn, or begin a round."""
    if state.mode == "rounds":
        return begin_round(state, at, seq)
    return _give_turn(state, first, at)


def _rolled(state: GameState, seat: int, event: DiceRolled) -> GameState:
    turn = state.seats[seat].turn._replace(
        rolls=event.roll, dice=tuple(event.dice), hold=tuple(event.hold)
    )
    return _with_seat(state, seat, turn=turn)


def _scored(state: GameState, seat: int, event: BoxScored) -> GameState:
    before, variant = state.seats[seat], state.variant
    fill = Fill(Box(event.column, event.category), event.points, event.bonus, event.joker)
    timed_out = before.turn.timed_out
    state = _with_seat(
        state,
        seat,
        card=before.card.apply(fill),
        turn=before.turn.following(variant),
        timeouts=before.timeouts + 1 if timed_out else 0,
        won=before.turn.rolls == 1 and fill.points > 0 and event.category == variant.served_win,
    )
    last = LastFill(seat, event.turn, before.turn.dice or (), fill, timed_out or before.auto)
    state = state._replace(last=last)
    if state.round is not None:
        return without_turn(state, seat, last)
    return _pass_turn(state, seat, event.at)


def _resigned(state: GameState, seat: int, at: int) -> GameState:
    order = 1 + max(other.out for other in state.seats)
    state = _with_seat(state, seat, out=order, auto=False)
    if state.round is not None:
        return without_turn(state, seat)
    return _pass_turn(state, seat, at) if seat in state.acting else state


def _pass_turn(state: GameState, seat: int, at: int) -> GameState:
    """Give the turn to the next seat (clockwise) that has turns left."""
    count = len(state.seats)
    for step in range(1, count + 1):
        following = (seat + step) % count
        if state.seats[following].has_turns_left:
            return _give_turn(state, following, at)
    return state._replace(acting=())


def _give_turn(state: GameState, seat: int, at: int) -> GameState:
    turn = state.seats[seat].turn._replace(started_at=at)
    return _with_seat(state, seat, turn=turn)._replace(acting=(seat,))


def _restart_clock(state: GameState, seat: int, at: int) -> GameState:
    # A round's clock is the same for all: coming back must not prolong it.
    if state.round is not None or seat not in state.acting:
        return state
    return _give_turn(state, seat, at)


def _with_seat(state: GameState, seat: int, **changes: Any) -> GameState:
    seats = list(state.seats)
    seats[seat] = seats[seat]._replace(**changes)
    return state._replace(seats=tuple(seats))


# `mode: rounds`


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
