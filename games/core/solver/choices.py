"""Options from arrays of values."""

from itertools import repeat

from games.core.rules import Dice
from games.core.solver.lattice import KEEP_STARTS, KEEPS, ROLL_COUNT, ROLL_KEEPS, Floats, Ints
from games.core.solver.option import Option


def _keeps_of(roll: int) -> tuple[Ints, tuple[Dice, ...]]:
    numbers = ROLL_KEEPS[KEEP_STARTS[roll] : KEEP_STARTS[roll + 1]][::-1].copy()
    return numbers, tuple(KEEPS[keep] for keep in numbers)


_KEEPS = [_keeps_of(roll) for roll in range(ROLL_COUNT)]


def keep_options(roll: int, keep_values: Floats) -> list[Option]:
    """Return the option of each keep of a roll, most dice first. `keep_values` is (462,)."""
    numbers, keeps = _KEEPS[roll]
    return list(map(Option, keeps, repeat(None), keep_values[numbers].tolist()))


def ranked(found: list[Option]) -> tuple[Option, ...]:
    """Return the options, best first. Equal ones keep their order.

    Values that differ only by rounding errors count as equal.
    """
    return tuple(sorted(found, key=_rounded, reverse=True))


def _rounded(option: Option) -> float:
    return round(option.value, 9)
