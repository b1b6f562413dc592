"""How seats with the same dice compare: with the table's average, and with perfect play."""

from collections.abc import Mapping
from typing import NamedTuple

from games.analysis.grades import percent_of_perfect
from games.engine import GameState


class Comparison(NamedTuple):
    """A full card's total minus the table's average (None if played alone), and as a percentage of
    perfect play without foresight with these dice (None until the game is analysed).
    """

    difference: float | None
    percent: float | None


def compare(state: GameState, perfect: int | None) -> dict[int, Comparison]:
    """Return the comparison of each full card of a finished game, or nothing if each seat had its
    own dice. `perfect`: the points that perfect play scores, if known.
    """
    if state.dice == "own" or state.status != "finished":
        return {}
    totals = {
        number: seat.card.total for number, seat in enumerate(state.seats) if seat.card.is_full
    }
    differences = differences_of(totals)
    return {
        number: Comparison(differences.get(number), percent_of_perfect(total, perfect))
        for number, total in totals.items()
    }


def differences_of(totals: Mapping[int, int]) -> dict[int, float]:
    """Return each total minus the mean of all, by seat; nothing for a single one."""
    if len(totals) < 2:
        return {}
    mean = sum(totals.values()) / len(totals)
    return {seat: total - mean for seat, total in totals.items()}
