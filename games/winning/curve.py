"""The chances to win over a whole game."""

from collections.abc import Sequence

from games.engine import Event, GameState, evolve, initial_state
from games.engine.events import BoxScored, DiceRolled, GameFinished, GameStarted, SeatResigned
from games.winning.outlook import win_probabilities

MOVES = (DiceRolled, BoxScored, SeatResigned, GameFinished)
"""The events that change the chances."""


def win_curve(events: Sequence[Event]) -> list[tuple[float, ...]]:
    """Return the chances of all seats after each event of a log.

    Events that change nothing, and a call-off, repeat the chances before them. Raises ValueError
    if the log does not begin a game.
    """
    if not events or not isinstance(events[0], GameStarted):
        raise ValueError("a log begins with game.started")
    state: GameState = initial_state(events[0])
    curve = [win_probabilities(state)]
    for event in events[1:]:
        state = evolve(state, event)
        curve.append(win_probabilities(state) if isinstance(event, MOVES) else curve[-1])
    return curve
