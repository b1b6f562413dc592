"""Imagined players of a chosen strength, and what they lose: the yardstick for names of losses."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.analysis.ledger import NEARLY_EQUAL, Solve
from games.engine.decide import POSITIONS
from games.rules import Position, Scorecard, Variant
from games.rules.dice import held_positions

if TYPE_CHECKING:
    from games.solver import Option

Choose = Callable[[Position, Sequence["Option"]], "Option"]
"""A way to play: picks one of the options of a position."""


class SimulatedGame(NamedTuple):
    """The score, and the loss of each choice that would be counted."""

    score: int
    losses: tuple[float, ...]


class SoftmaxPlayer:
    """Knows the true values, but takes an option with probability proportional to
    exp(value / temperature): small mistakes often, big ones seldom, as people do.
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
    """Plays for the points of the turn: keeps the face that is there most often, of equals the
    highest, rolls three times, and fills the box worth most.
    """

    def __call__(self, position: Position, options: Sequence["Option"]) -> "Option":
        """Return the option taken."""
        dice = position.dice
        assert dice is not None
        counts = Counter(dice)
        face = max(counts, key=lambda each: (counts[each], each))
        keep = (face,) * counts[face]
        found = [option for option in options if option.keep == keep]
        if found and len(keep) < len(dice):
            return found[0]
        box, _ = position.card.best(dice)[0]
        return next(option for option in options if option.fill and option.fill.box == box)


def simulate(
    variant: Variant, choose: Choose, solve: Solve, rng: random.Random
) -> Iterator[SimulatedGame]:
    """Yield games of a player without end."""
    while True:
        card, losses = variant.empty_card(), []
        while not card.is_full:
            card, lost = _turn(card, choose, solve, rng)
            losses += lost
        yield SimulatedGame(card.total, tuple(losses))


def _turn(
    card: Scorecard, choose: Choose, solve: Solve, rng: random.Random
) -> tuple[Scorecard, list[float]]:
    """Return the card after a turn, and what each counted choice lost."""
    dice = tuple(rng.randint(1, 6) for _ in POSITIONS)
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
        dice = tuple(dice[at] if at in hold else rng.randint(1, 6) for at in POSITIONS)
        rolls += 1
