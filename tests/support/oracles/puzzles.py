"""A second, naive implementation: the value of choices with one open box, by trying all dice."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from games.core.rules import Position
from tests.support.oracles.points import BONUS, UPPER, points

FACES = range(1, 7)


def fractions(keep: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """The rolls that kept dice become, sorted, with their probabilities."""
    found: dict[tuple[int, ...], float] = {}
    count = 5 - len(keep)
    for rolled in product(FACES, repeat=count):
        dice = tuple(sorted((*keep, *rolled)))
        found[dice] = found.get(dice, 0.0) + 6.0**-count
    return found


class LastBox:
    """Best play of the last box of a card with these upper points, without jokers."""

    def __init__(self, variant: str, category: str, upper: int) -> None:
        self.variant, self.category, self.upper = variant, category, upper

    def gain(self, dice: Sequence[int]) -> float:
        got = points(self.variant, self.category, dice)
        is_upper = self.category in UPPER
        reaches = is_upper and self.upper < 63 <= self.upper + got
        return got + (BONUS.get(self.variant, 0) if reaches else 0)

    @cache  # noqa: B019 - lives as long as one test
    def keep_value(self, keep: tuple[int, ...], rolls_left: int) -> float:
        return sum(
            chance * self.roll_value(dice, rolls_left - 1)
            for dice, chance in fractions(keep).items()
        )

    @cache  # noqa: B019 - lives as long as one test
    def roll_value(self, dice: tuple[int, ...], rolls_left: int) -> float:
        options = [self.gain(dice)]
        if rolls_left:
            keeps = {keep for size in range(5) for keep in combinations(dice, size)}
            options += [self.keep_value(keep, rolls_left) for keep in keeps]
        return max(options)


def losses(position: Position) -> dict[str, float]:
    """What each choice in a position with one open box loses, by its key."""
    ((column, category),) = position.card.open_boxes
    assert column == 0
    assert position.dice is not None
    dice = tuple(sorted(position.dice))
    last = LastBox(position.variant.id, category, position.card.upper())
    values = {f"box:{category}": last.gain(dice)}
    if position.rolls_left:
        for size in range(5):
            for keep in combinations(dice, size):
                key = "keep:" + "".join(map(str, keep))
                values[key] = last.keep_value(keep, position.rolls_left)
    best = max(values.values())
    return {key: best - value for key, value in values.items()}
