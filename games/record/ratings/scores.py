"""Records: the highest totals in games with others, and in solo games. Pure."""

from enum import StrEnum
from typing import NamedTuple


class Games(StrEnum):
    """The games of a board of records: with other people, or solo (alone, or against bots only)."""

    TABLE = "table"
    SOLO = "solo"


class Best(NamedTuple):
    """A highest total, and the first game that reached it. Both None without any game."""

    total: int | None = None
    game: int | None = None

    def after(self, total: int, game: int) -> "Best":
        """Return the highest total after a game."""
        if self.total is not None and total <= self.total:
            return self
        return Best(total, game)
