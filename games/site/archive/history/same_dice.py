"""How seats with the same dice compare: with perfect play."""

from games.core.engine import GameState
from games.site.study.analysis.grades import percent_of_perfect


def has_same_dice(state: GameState) -> bool:
    """Return whether a game is finished, and all seats or an earlier game had the same dice."""
    return state.status == "finished" and (state.dice == "same" or state.replay is not None)


def replay_shares(state: GameState, perfect: int | None) -> tuple[float, float] | None:
    """Return the share of perfect play in the earlier game and in its replay (percent); None if the
    game is no replay, or they are not known.
    """
    if state.replay is None:
        return None
    before = percent_of_perfect(state.replay.total, perfect)
    now = shares_of_perfect(state, perfect).get(0)
    return None if before is None or now is None else (before, now)


def shares_of_perfect(state: GameState, perfect: int | None) -> dict[int, float]:
    """Return each full card of a finished game as a percentage of perfect play without foresight,
    by seat. There is none if nobody else had the same dice, or until `perfect`, the points that it
    scores with these dice, is known.
    """
    if not has_same_dice(state):
        return {}
    found = {
        number: percent_of_perfect(seat.card.total, perfect)
        for number, seat in enumerate(state.seats)
        if seat.card.is_full
    }
    return {number: percent for number, percent in found.items() if percent is not None}
