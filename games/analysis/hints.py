"""The value of each choice in a position, and of a roll in a single turn."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from games.analysis.summary import rounded
from games.engine import OptionView
from games.protocol.room_messages import HintOption
from games.rules import Dice, Position, Variant

if TYPE_CHECKING:
    from games.solver import Option

MAX_HINTS = 5

Keep = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PositionValue:
    """The value of a position, which is the expected points from here to the end, and of each
    choice, best first. `exact`: computed, not estimated. `total`: the points so far.
    """

    position: str
    exact: bool
    total: int
    value: float
    options: tuple[HintOption, ...]


def position_value(position: Position) -> PositionValue:
    """Return the value of a position and of every choice in it.

    The first call loads the solver, which takes about a second: never call it in the event loop.
    Raises `UnsupportedVariant` for rules without a table.
    """
    from games import solver  # noqa: PLC0415 - numba is slow to load, and few pages need it

    options = solver.options(position)
    best = options[0].value if options else 0.0
    return PositionValue(
        position=str(position),
        exact=solver.is_exact(position.variant),
        total=position.card.total,
        value=rounded(best),
        options=tuple([_hint_option(option, best) for option in options]),
    )


def _hint_option(option: "Option", best: float) -> HintOption:
    fill = option.fill
    return HintOption(
        keep=None if fill is not None else tuple(option.keep or ()),
        box=None
        if fill is None
        else OptionView(fill.box.column, fill.box.category, fill.points, fill.bonus, fill.joker),
        value=rounded(option.value),
        loss=rounded(best - option.value),
    )


class DiceWorth(NamedTuple):
    """The value of a roll on an empty card.

    `boxes`: the score in each category, best first. `keep`: the dice to keep if only this turn
    counted, and `expected`: the expected score of the turn.
    """

    boxes: tuple[tuple[str, int], ...]
    keep: Keep
    expected: float


def dice_worth(variant: Variant, dice: Dice, rolls: int = 1) -> DiceWorth:
    """Return the value of these dice on an empty card after `rolls` rolls.

    Keeping all dice means stopping. Points are raw, before a column's multiplier. Raises
    InvalidDice, and ValueError for an impossible number of rolls.
    """
    most = variant.rolls_per_turn
    if not 1 <= rolls <= most:
        raise ValueError(f"rolls must be 1 to {most}")
    faces = tuple(sorted(variant.check_dice(dice)))
    boxes = tuple(variant.best(faces, rolls))
    if rolls == most:
        return DiceWorth(boxes, faces, float(boxes[0][1]))
    worths = _keep_worths(variant, most - rolls)
    # Among equal options, keep the most dice.
    keep = max(_keeps_of(faces), key=lambda each: (round(worths[each], 9), len(each)))
    return DiceWorth(boxes, keep, worths[keep])


@lru_cache(maxsize=64)
def _keep_worths(variant: Variant, rolls_left: int) -> dict[Keep, float]:
    """Return the expected score for each set of kept dice with `rolls_left` rolls to come."""
    if rolls_left == 1:
        rolled = {roll: float(variant.best(roll)[0][1]) for roll in variant.all_rolls}
    else:
        later = _keep_worths(variant, rolls_left - 1)
        rolled = {roll: max(later[keep] for keep in _keeps_of(roll)) for roll in variant.all_rolls}
    # Keeping all dice gives exactly that roll. Keeping fewer gives the mean over one more die.
    worths: dict[Keep, float] = dict(rolled)

    def worth(keep: Keep) -> float:
        if keep not in worths:
            more = (tuple(sorted((*keep, face))) for face in range(1, variant.faces + 1))
            worths[keep] = sum(worth(each) for each in more) / variant.faces
        return worths[keep]

    worth(())
    return worths


@lru_cache(maxsize=1024)
def _keeps_of(roll: Keep) -> tuple[Keep, ...]:
    """Return every distinct set of dice that can be kept from a roll."""
    found = {
        tuple(face for place, face in enumerate(roll) if chosen >> place & 1)
        for chosen in range(2 ** len(roll))
    }
    return tuple(sorted(found))
