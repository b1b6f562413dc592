"""What a simple player would choose: a yardstick for choices that are hard to find. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.core.rules import Position

if TYPE_CHECKING:
    from games.core.solver import Option


def plain_choice(position: Position, options: Sequence["Option"]) -> "Option":
    """Return the choice of a greedy player among all `options` of a position with dice.

    They keep the most frequent face (the highest on a tie), roll as often as they may, and fill
    the box with the most points.
    """
    dice = position.dice
    assert dice is not None
    counts = Counter(dice)
    face = max(counts, key=lambda each: (counts[each], each))
    keep = (face,) * counts[face]
    found = [option for option in options if option.keep == keep]
    if found and len(keep) < len(dice):
        return found[0]
    box, _ = position.card.best(dice, position.rolls)[0]
    return next(option for option in options if option.fill and option.fill.box == box)
