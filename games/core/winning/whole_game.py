"""Win probabilities over a whole game."""

from collections.abc import Sequence

from games.core.engine import Event, GameState, evolve, initial_state
from games.core.engine.events import BoxScored, DiceRolled, GameFinished, GameStarted, SeatResigned
from games.core.winning.outlook import win_probabilities

MOVES = (DiceRolled, BoxScored, SeatResigned, GameFinished)
"""Events that change the win probabilities."""


def win_curve(events: Sequence[Event]) -> list[tuple[float, ...]]:
    """Return the win probabilities of all seats after each event of a log.

    Other events, an abort included, repeat the previous ones. Raises ValueError if the log does not
    start a game.
    """
    if not events or not isinstance(events[0], GameStarted):
        raise ValueError("a log begins with game.started")
    state: GameState = initial_state(events[0])
    curve = [win_probabilities(state)]
    for event in events[1:]:
        state = evolve(state, event)
        curve.append(win_probabilities(state) if isinstance(event, MOVES) else curve[-1])
    return curve
