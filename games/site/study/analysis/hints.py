"""The value of each choice in a position, and of a roll in a single turn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.core.engine import OptionView
from games.core.protocol.room_messages import HintOption
from games.core.rules import Dice, Position, Variant
from games.core.solver.one_turn import keep_worths, keeps_of
from games.site.study.analysis.summary import rounded

if TYPE_CHECKING:
    from games.core.solver import Option

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

    The first call may load the solver: never call it in the event loop.
    Raises `UnsupportedVariant` for rules without a table.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy

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
    ends = [variant.best(roll)[0][1] for roll in variant.all_rolls]
    worth = keep_worths(variant, ends, most - rolls)
    # Among equal options, keep the most dice. Keeping all of them gives exactly this roll.
    keep = max(keeps_of(faces), key=lambda each: (round(worth(each), 9), len(each)))
    return DiceWorth(boxes, keep, worth(keep))
