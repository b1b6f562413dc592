"""How seats with the same dice compare: with perfect play."""

from games.analysis.game_analysis import current_analyses
from games.analysis.grades import percent_of_perfect
from games.engine import GameState
from games.log.models import Game


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


def perfect_score(game: Game) -> int | None:
    """Return the points that perfect play without foresight scores with a game's dice, which are
    the same for all seats; None until the game is analysed.
    """
    found = current_analyses().filter(game=game).values_list("data__perfect", flat=True)
    perfect: int | None = found.first()
    return perfect
