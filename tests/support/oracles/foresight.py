"""A second, naive computation of a choice's gain: from the solver's options after each throw."""

import itertools
import math
from collections.abc import Iterator

from games.core import solver
from games.core.rules import Position
from games.core.rules.scoring import held_positions
from games.core.solver import Option
from games.site.study.analysis.ledger import Move
from games.site.study.analysis.plain_play import plain_choice

Throw = tuple[int, ...]


class Deal:
    """Dice by turn and roll; what is not given shows ones."""

    def __init__(self, rolls: dict[tuple[int, int], Throw]) -> None:
        self.rolls = rolls

    def __call__(self, turn: int, roll: int, position: int) -> int:
        return self.rolls.get((turn, roll), (1, 1, 1, 1, 1))[position]


def move_of(position: Position, choice: Option, turn: int, hold: Throw | None = None) -> Move:
    """Return a choice as the ledger has it; equal dice are held from the left."""
    options = solver.options(position)
    assert position.dice is not None
    held = held_positions(position.dice, choice.keep or ()) if hold is None else hold
    spread = options[0].value - options[-1].value
    plain = plain_choice(position, options)
    return Move(7, turn, position, choice, options[0], plain, spread, "player", held)


def value_after(position: Position, choice: Option, hold: Throw, turn: int, deal: Deal) -> float:
    """Return the expected points to come after the roll that the choice leads to."""
    dice = position.dice
    assert dice is not None
    if choice.fill is None:
        then = [deal(turn, position.rolls + 1, at) for at in range(len(dice))]
        faces = tuple(dice[at] if at in hold else then[at] for at in range(len(dice)))
        after = Position(position.variant, position.card, faces, position.rolls + 1)
        return solver.options(after)[0].value
    card = position.card.apply(choice.fill)
    gained = card.total - position.card.total
    if card.is_full:
        return gained
    first = tuple(deal(turn + 1, 1, at) for at in range(len(dice)))
    return gained + solver.options(Position(position.variant, card, first, 1))[0].value


def first_rolls() -> Iterator[tuple[Throw, float]]:
    """Yield the 252 rolls of five dice, and how many of the 7776 throws show them."""
    for dice in itertools.combinations_with_replacement(range(1, 7), 5):
        counts = (math.factorial(dice.count(face)) for face in set(dice))
        yield dice, math.factorial(5) / math.prod(counts)
