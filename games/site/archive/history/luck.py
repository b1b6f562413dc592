"""Luck and choices of each seat of a finished game, for its page."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.formats import number_format

from games.record.log.models import Game
from games.site.study.analysis.game_analysis import current_analyses, is_analysed

LEAST_SCALE = 10
"""A full bar stands for this many points, at least."""
HALF = 50
"""The width of a full bar."""


class Figures(NamedTuple):
    """Of a seat: points won by luck, points lost by choices, and what perfect play without
    foresight scores with its dice.
    """

    seat: int
    luck: float
    loss: float
    perfect: int


class LuckBar(NamedTuple):
    """Points as text with a sign, and as a bar from the middle: where it begins, and its width."""

    words: str
    start: int
    width: int

    @property
    def is_less(self) -> bool:
        """Whether points were lost."""
        return self.start < 0


class LuckRow(NamedTuple):
    """Luck and choices of a seat's player; None until the game is analysed."""

    name: str
    luck: LuckBar | None
    choices: LuckBar | None


def seat_figures(game: Game) -> list[Figures]:
    """Return the figures of each seat; none until the game is analysed, or if it cannot be."""
    if game.status != Game.Status.FINISHED or not is_analysed(game):
        return []
    found = current_analyses().filter(game=game).order_by("seat")
    rows = found.values_list("seat", "data__luck", "data__loss", "data__perfect")
    return [Figures(*row) for row in rows]


def luck_rows(figures: Sequence[Figures], names: Sequence[str]) -> list[LuckRow]:
    """Return a row for each seat, in seat order. `names`: of all players."""
    if not figures:
        return [LuckRow(name, None, None) for name in names]
    most = max(LEAST_SCALE, *(max(abs(each.luck), each.loss) for each in figures))
    return [
        LuckRow(names[each.seat], _bar(each.luck, most), _bar(-each.loss, most)) for each in figures
    ]


def _bar(points: float, most: float) -> LuckBar:
    width = round(HALF * abs(points) / most)
    shown = number_format(round(abs(points), 1), 1)
    sign = "\N{MINUS SIGN}" if points < 0 else "+"
    return LuckBar(f"{sign}{shown}", -width if points < 0 else 0, width)
