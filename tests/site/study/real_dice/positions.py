"""Random positions of whole games, as the scorecard in the browser meets them."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from games.core.rules import Fill, Scorecard, Variant


class Met(NamedTuple):
    """A card, dice with the number of their roll, and what these may fill."""

    card: Scorecard
    dice: tuple[int, ...]
    roll: int
    fills: list[Fill]


def positions(variant: Variant, count: int, rng: random.Random) -> Iterator[Met]:
    """Yield positions of random games. Five alike are far more frequent than by chance, so that
    jokers and bonuses happen.
    """
    card = Scorecard(variant)
    for _ in range(count):
        if card.is_full:
            card = Scorecard(variant)
        dice = tuple(rng.randint(1, variant.faces) for _ in range(variant.dice_count))
        if rng.random() < 0.3:
            dice = (dice[0],) * variant.dice_count
        roll = rng.randint(1, variant.rolls_per_turn)
        fills = card.fills(dice, roll)
        yield Met(card, dice, roll, fills)
        best = max(fills, key=lambda fill: fill.points)
        card = card.apply(best if rng.random() < 0.6 else rng.choice(fills))
