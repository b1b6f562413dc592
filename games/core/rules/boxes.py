"""Boxes of a scorecard, and the outcome of filling one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias


class Box(NamedTuple):
    """A box of a scorecard: a column, counted from 0, and a category id."""

    column: int
    category: str


BoxLike: TypeAlias = Box | tuple[int, str] | str
"""What callers may pass as a box. A category alone is enough on a card with one column."""


class Fill(NamedTuple):
    """The outcome of filling one box, which can be replayed without knowing the rules."""

    box: Box
    points: int
    """Raw points of the box, before the column's multiplier."""
    bonus: int
    """Raw bonus Yahtzee points earned in the same column: 0 or 100."""
    joker: bool
    """Whether the roll counts as a joker in this box."""


class Options(Mapping[Box, int]):
    """The boxes that may be filled now, in card order, and the points of each.

    A category id alone works as a key on a card with one column.
    """

    __slots__ = ("_by_category", "_points")

    def __init__(self, fills: Iterable[Fill], *, one_column: bool) -> None:
        self._points = {fill.box: fill.points for fill in fills}
        self._by_category = one_column

    def __getitem__(self, box: object) -> int:
        if self._by_category and isinstance(box, str):
            box = Box(0, box)
        return self._points[box]  # type: ignore[index]

    def __iter__(self) -> Iterator[Box]:
        return iter(self._points)

    def __len__(self) -> int:
        return len(self._points)

    def __repr__(self) -> str:
        return f"Options({self._points})"
