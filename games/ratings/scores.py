"""Score boards: which totals count there, and what they do to a player's best and average. Pure.

Solo games and games with other people have separate boards. A solo game counts from its first box
on, so that nobody can improve their average by leaving games that begin badly, or by asking for a
hint.
"""

from enum import StrEnum
from typing import NamedTuple

from games.rules import Scorecard

TOTALS_OF_AVERAGE = 20
SOLO_DAYS = 3
"""After this many days without its player, a solo game ends, so that it counts soon."""


class Games(StrEnum):
    """The games of a score board: with other people, or solo (alone, or against bots only)."""

    TABLE = "table"
    SOLO = "solo"


class Counted(NamedTuple):
    """The totals for which a seat's card counts on score boards; None where it does not count."""

    best: int | None = None
    average: int | None = None


class Best(NamedTuple):
    """A highest total, and the first game that reached it. Both None without any game."""

    total: int | None = None
    game: int | None = None

    def after(self, total: int | None, game: int) -> "Best":
        """Return the highest total after a game; `total` is None if it does not count."""
        if total is None or (self.total is not None and total <= self.total):
            return self
        return Best(total, game)


class Scores(NamedTuple):
    """A player's results on the score boards of one variant and one kind of games."""

    best: Best = Best()
    totals: tuple[int, ...] = ()
    """The totals of the last TOTALS_OF_AVERAGE games, oldest first."""

    @property
    def average(self) -> float | None:
        """The average of the last totals; None until there are enough."""
        if len(self.totals) < TOTALS_OF_AVERAGE:
            return None
        return sum(self.totals) / TOTALS_OF_AVERAGE

    def after(self, counted: Counted, game: int) -> "Scores":
        """Return the scores after a game."""
        totals = self.totals
        if counted.average is not None:
            totals = (*totals, counted.average)[-TOTALS_OF_AVERAGE:]
        return Scores(self.best.after(counted.best, game), totals)


def count_card(card: Scorecard, resigned: bool, before_hint: Scorecard | None) -> Counted:
    """Return what a card counts for at the end of a game.

    `before_hint`: the card when its player first asked for a hint, None if they never did.

    A full card without hints counts for both best and average. If a player resigns or asks for a
    hint, the points until then count for the average, if a box is filled. A card that others cut
    short counts for nothing.
    """
    left_with = before_hint or (card if resigned else None)
    if left_with is not None:
        return Counted(average=left_with.total if has_box(left_with) else None)
    return Counted(card.total, card.total) if card.is_full else Counted()


def has_box(card: Scorecard) -> bool:
    """Whether any box is filled: from then on a solo game counts."""
    return any(entry is not None for entry in card.entries)
