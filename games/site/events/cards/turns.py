"""Two games of a card side by side, turn by turn, and how much of the gap choices explain."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from games.site.events.cards.models import CardEntry
from games.site.events.cards.standings import Standing
from games.site.study.analysis.finished_game import UnreadableRecord, find_game, read_record
from games.site.study.analysis.rounds import PlayedTurn, rounds


class TurnLine(NamedTuple):
    """A turn of both games. `my_sum`, `their_sum`: the points of all turns so far."""

    number: int
    mine: PlayedTurn | None
    theirs: PlayedTurn | None
    my_sum: int
    their_sum: int


class Gap(NamedTuple):
    """How far two results are apart. `points`: mine minus theirs. `my_loss`, `their_loss`: what
    the choices gave up, None until both are analysed. `by_choices`: the part of `points` that they
    explain, and `rest` what the dice made of them.
    """

    points: int
    my_loss: float | None
    their_loss: float | None
    by_choices: float | None
    rest: float | None


class Beside(NamedTuple):
    """Somebody's game beside one's own. `gap`: None unless both have a result."""

    mine: Standing
    theirs: Standing
    lines: list[TurnLine]
    gap: Gap | None

    @property
    def behind(self) -> int:
        """How many points I am behind."""
        return 0 if self.gap is None else -self.gap.points


def read_beside(mine: Standing, theirs: Standing) -> Beside:
    """Return two games turn by turn. The caller has asked whether the viewer may see them."""
    pairs = zip_longest(_turns(mine.entry), _turns(theirs.entry))
    return Beside(mine, theirs, list(_lines(pairs)), _gap(mine, theirs))


def _turns(entry: CardEntry) -> list[PlayedTurn]:
    """Return the turns of a game; none if its record is damaged."""
    found = find_game(entry.game.code)
    if found is None:
        return []
    try:
        lines = rounds(read_record(found))
    except UnreadableRecord:
        return []
    return [turn for line in lines for turn in line.turns if turn is not None]


def _lines(
    pairs: Iterator[tuple[PlayedTurn | None, PlayedTurn | None]],
) -> Iterator[TurnLine]:
    my_sum = their_sum = 0
    for number, (mine, theirs) in enumerate(pairs, start=1):
        my_sum += 0 if mine is None else mine.points or 0
        their_sum += 0 if theirs is None else theirs.points or 0
        yield TurnLine(number, mine, theirs, my_sum, their_sum)


def _gap(mine: Standing, theirs: Standing) -> Gap | None:
    if mine.total is None or theirs.total is None:
        return None
    points = mine.total - theirs.total
    my_loss, their_loss = mine.entry.loss, theirs.entry.loss
    if my_loss is None or their_loss is None:
        return Gap(points, None, None, None, None)
    by_choices = their_loss - my_loss
    return Gap(points, my_loss, their_loss, by_choices, points - by_choices)
