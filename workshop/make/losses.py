"""Simulate players of chosen strengths, and record what their choices lose.

The grades of games.site.study.analysis were set with these figures (docs/analysis.md).
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.core.rules import Position, Scorecard, Variant
from games.core.rules.scoring import held_positions
from games.site.study.analysis.ledger import NEARLY_EQUAL, Solve
from games.site.study.analysis.plain_play import plain_choice

if TYPE_CHECKING:
    from games.core.solver import Option

Choose = Callable[[Position, Sequence["Option"]], "Option"]
"""A policy: picks one of the options of a position. Options are sorted, best first."""


class SimulatedGame(NamedTuple):
    """The score, and the expected points lost by each choice that counts."""

    score: int
    losses: tuple[float, ...]


class SoftmaxPlayer:
    """Takes an option with a probability proportional to exp(value / temperature).

    Like people, it makes small mistakes often and large ones rarely.
    """

    def __init__(self, temperature: float, rng: random.Random) -> None:
        self._temperature = temperature
        self._rng = rng

    def __call__(self, position: Position, options: Sequence["Option"]) -> "Option":
        """Return the option taken."""
        best = options[0].value
        weights = [math.exp((option.value - best) / self._temperature) for option in options]
        return self._rng.choices(options, weights)[0]


class PlainPlayer:
    """Plays greedily: see `plain_choice`."""

    def __call__(self, position: Position, options: Sequence["Option"]) -> "Option":
        """Return the option taken."""
        return plain_choice(position, options)


def simulate(
    variant: Variant, choose: Choose, solve: Solve, rng: random.Random
) -> Iterator[SimulatedGame]:
    """Yield games of a player, endlessly."""
    while True:
        card, losses = Scorecard(variant), []
        while not card.is_full:
            card, lost = _turn(card, choose, solve, rng)
            losses += lost
        yield SimulatedGame(card.total, tuple(losses))


def _turn(
    card: Scorecard, choose: Choose, solve: Solve, rng: random.Random
) -> tuple[Scorecard, list[float]]:
    """Return the card after a turn, and the loss of each choice that counts."""
    variant = card.variant
    dice = tuple(rng.randint(1, variant.faces) for _ in range(variant.dice_count))
    rolls, losses = 1, []
    while True:
        position = Position(card.variant, card, dice, rolls)
        options = solve(position)
        chosen = choose(position, options)
        if options[0].value - options[-1].value > NEARLY_EQUAL:
            losses.append(options[0].value - chosen.value)
        if chosen.fill is not None:
            return card.apply(chosen.fill), losses
        hold = held_positions(dice, chosen.keep or ())
        dice = tuple(
            face if position in hold else rng.randint(1, variant.faces)
            for position, face in enumerate(dice)
        )
        rolls += 1
