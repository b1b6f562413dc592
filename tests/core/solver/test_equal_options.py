"""Options of equal value have the order that docs/solver.md documents."""

import random

from games.core.rules import Position, Scorecard, find_variant
from games.core.solver import Option, options

VARIANTS = ("yacht", "yahtzee", "yatzy", "triple_yahtzee")


def naive_rank(option: Option, boxes: list[object]) -> tuple[object, ...]:
    """The documented order: value, then scoring, then card order; more dice, higher faces."""
    value = -float(f"{option.value:.9f}")
    if option.fill is not None:
        return value, 0, boxes.index(option.fill.box), ()
    assert option.keep is not None
    return value, 1, -len(option.keep), tuple(-face for face in sorted(option.keep))


def test_it_orders_equal_options_as_documented() -> None:
    chance, ties = random.Random(4), 0
    for name in VARIANTS:
        variant = find_variant(name)
        for _ in range(40):
            card = Scorecard(variant)
            for _ in range(chance.randint(variant.rounds - 6, variant.rounds - 1)):
                card = card.apply(chance.choice(card.fills(roll(chance))))
            found = options(Position(variant, card, roll(chance), chance.choice((1, 2))))
            ranks = [naive_rank(option, list(variant.boxes)) for option in found]
            assert ranks == sorted(ranks)
            values = [rank[0] for rank in ranks]
            ties += len(values) - len(set(values))
            # To hold all dice is no choice.
            assert all(option.keep is None or len(option.keep) < 5 for option in found)
    assert ties > 500


def roll(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.randint(1, 6) for _ in range(5))
