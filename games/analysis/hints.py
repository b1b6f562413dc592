"""What is best in a position, as JSON; and what five dice are worth in a single turn."""

from functools import lru_cache
from typing import Any, NamedTuple

from games.analysis.summary import option_data, rounded
from games.rules import Dice, Position, Variant, check_dice
from games.rules.dice import FACES, ROLLS
from games.rules.position import MAX_ROLLS

MOST_HINTS = 5

Keep = tuple[int, ...]


def position_data(position: Position) -> dict[str, Any]:
    """Return the value of a position and of every choice in it, best first.

    Takes a second where the solver has not been used yet: not for the event loop.
    """
    from games import solver  # noqa: PLC0415 - numba takes a second, which no page shall wait for

    options = solver.options(position)
    best = options[0].value if options else 0.0
    return {
        "position": str(position),
        "exact": solver.is_exact(position.variant),
        "total": position.card.total,
        "value": rounded(best),
        "options": [
            {
                **option_data(option),
                "value": rounded(option.value),
                "loss": rounded(best - option.value),
            }
            for option in options
        ],
    }


def hint_data(position: Position) -> dict[str, Any]:
    """Return whether values are exact, and the best choices: what a player who asks is told."""
    data = position_data(position)
    return {"exact": data["exact"], "options": data["options"][:MOST_HINTS]}


class DiceWorth(NamedTuple):
    """What five dice are worth at once: `boxes` the score of the roll in each category, best first;
    `keep` what to keep in a turn that is played for itself, and the score that it then expects.
    """

    boxes: tuple[tuple[str, int], ...]
    keep: Keep
    expected: float


def dice_worth(variant: Variant, dice: Dice, rolls: int = 1) -> DiceWorth:
    """Return what these dice are worth on an empty card after so many rolls, 1 to 3.

    To keep all five means to stop there. Points are raw, before a column's multiplier. Raises
    InvalidDice, and ValueError for another number of rolls.
    """
    if not 1 <= rolls <= MAX_ROLLS:
        raise ValueError(f"rolls must be 1 to {MAX_ROLLS}")
    faces = tuple(sorted(check_dice(dice)))
    boxes = tuple(variant.best(faces))
    if rolls == MAX_ROLLS:
        return DiceWorth(boxes, faces, float(boxes[0][1]))
    worths = _keep_worths(variant, MAX_ROLLS - rolls)
    # Of equal keeps the longest: it is the least work.
    keep = max(_keeps_of(faces), key=lambda each: (round(worths[each], 9), len(each)))
    return DiceWorth(boxes, keep, worths[keep])


@lru_cache(maxsize=64)
def _keep_worths(variant: Variant, rolls_left: int) -> dict[Keep, float]:
    """Return what each set of kept dice is worth before a roll, with so many rolls left."""
    if rolls_left == 1:
        rolled = {roll: float(variant.best(roll)[0][1]) for roll in ROLLS}
    else:
        later = _keep_worths(variant, rolls_left - 1)
        rolled = {roll: max(later[keep] for keep in _keeps_of(roll)) for roll in ROLLS}
    # All five kept are those dice, rolled or not; fewer are the mean over one more die.
    worths: dict[Keep, float] = dict(rolled)

    def worth(keep: Keep) -> float:
        if keep not in worths:
            more = (tuple(sorted((*keep, face))) for face in FACES)
            worths[keep] = sum(worth(each) for each in more) / len(FACES)
        return worths[keep]

    worth(())
    return worths


@lru_cache(maxsize=len(ROLLS))
def _keeps_of(roll: Keep) -> tuple[Keep, ...]:
    """Return all that can be kept of a roll, each once."""
    found = {
        tuple(face for place, face in enumerate(roll) if chosen >> place & 1)
        for chosen in range(2 ** len(roll))
    }
    return tuple(sorted(found))
