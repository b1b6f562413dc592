"""How seats with the same dice compare: with perfect play."""

from games.analysis.grades import percent_of_perfect
from games.engine import GameState


def shares_of_perfect(state: GameState, perfect: int | None) -> dict[int, float]:
    """Return each full card of a finished game as a percentage of perfect play without foresight,
    by seat. There is none if each seat had its own dice, or until `perfect`, the points that it
    scores with these dice, is known.
    """
    if state.dice == "own" or state.status != "finished":
        return {}
    found = {
        number: percent_of_perfect(seat.card.total, perfect)
        for number, seat in enumerate(state.seats)
        if seat.card.is_full
    }
    return {number: percent for number, percent in found.items() if percent is not None}
