"""Reads a result from the log of its game, the only source for counting and recomputing."""

from collections.abc import Sequence

from games.core.engine import GameState, evolve, initial_state
from games.core.engine.events import BoxScored, GameFinished, GameStarted, HintGiven
from games.record.log.loading import read_events
from games.record.log.models import Game
from games.record.log.records import LoggedEvent, moment
from games.record.ratings.model import UnratedReason
from games.record.ratings.record_changes import Result, Seat

REASONS_AT_START = (
    UnratedReason.NO_CLOCK,
    UnratedReason.GUEST,
    UnratedReason.ABSENT,
    UnratedReason.SAME_ADDRESS,
)


def read_result(game: Game, logged: Sequence[LoggedEvent] | None = None) -> Result:
    """Return the result of a finished game. `logged`: its log, if already read.

    Raises ValueError if the log has no result.
    """
    log = [line.event for line in (read_events(game.pk) if logged is None else logged)]
    start, end = (log[0], log[-1]) if log else (None, None)
    if not isinstance(start, GameStarted) or not isinstance(end, GameFinished):
        raise ValueError(f"the log of game {game.code} has no result")
    state = initial_state(start)
    turns, missed = [0] * len(state.seats), [0] * len(state.seats)
    hinted: set[int] = set()
    for event in log[1:]:
        if isinstance(event, HintGiven) and event.seat is not None:
            hinted.add(event.seat)
        state = evolve(state, event)
        if isinstance(event, BoxScored) and event.seat is not None:
            by_player = _filled_by_player(state)
            turns[event.seat] += by_player
            missed[event.seat] += not by_player
    seats = tuple(
        Seat(
            seat.player,
            total,
            place,
            played,
            seat.bot,
            left=bool(seat.out) or seat.auto,
            clean=seat.card.is_full and not seat.out and number not in hinted,
            missed=without,
        )
        for number, (seat, total, place, played, without) in enumerate(
            zip(state.seats, end.totals, end.places, turns, missed, strict=True)
        )
    )
    return Result(
        game=game.pk,
        variant=game.variant,
        finished_at=moment(end.at),
        rated=game.rated,
        seats=seats,
        boxes=state.variant.rounds,
        reason_at_start=read_reason_at_start(game),
        dice=start.dice,
    )


def uncounted_reason(game: Game) -> UnratedReason | None:
    """Return why a game does not count, if that is known: it is damaged, or it is a rated game that
    changes no rating.
    """
    if game.is_damaged and game.result_number is None:
        return UnratedReason.DAMAGED
    return UnratedReason(game.uncounted) if game.uncounted else None


def read_reason_at_start(game: Game) -> UnratedReason | None:
    """Return why this game changes no rating, if known at its start. The log does not have it."""
    found = UnratedReason(game.uncounted) if game.uncounted else None
    return found if found in REASONS_AT_START else None


def _filled_by_player(state: GameState) -> bool:
    """Whether the seat's player filled the last box, not the server."""
    return state.last is not None and not state.last.timed_out
