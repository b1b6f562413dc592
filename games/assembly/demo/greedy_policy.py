"""A policy that maximises the points of each turn, for players of the demo."""

from collections import Counter

from games.core.engine import Roll, Score
from games.core.engine.state import Turn
from games.core.rules import Scorecard

# With this many points, the turn is scored at once.
ENOUGH = 25


def play_greedily(card: Scorecard, turn: Turn) -> Roll | Score:
    """Return a legal move in this turn."""
    if turn.dice is None:
        return Roll(turn.number, turn.rolls)
    box, points = card.best(turn.dice, turn.rolls)[0]
    hold = held(card, turn.dice)
    if turn.rolls == card.variant.rolls_per_turn or points >= ENOUGH or len(hold) == len(turn.dice):
        return Score(turn.number, turn.rolls, box.category, box.column)
    return Roll(turn.number, turn.rolls, hold)


def held(card: Scorecard, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the positions to keep: four of a straight whose box is open, else the most frequent
    face (the highest one on a tie).
    """
    run = longest_run(dice)
    straights = [box for box in card.open_boxes if box.category.endswith("straight")]
    if straights and len(run) >= 4:
        return tuple(dice.index(face) for face in run)
    counts = Counter(dice)
    face = max(counts, key=lambda value: (counts[value], value))
    return tuple(position for position, shown in enumerate(dice) if shown == face)


def longest_run(dice: tuple[int, ...]) -> list[int]:
    """Return the longest run of consecutive faces (the highest one on a tie)."""
    best: list[int] = []
    run: list[int] = []
    for face in sorted(set(dice)):
        run = [*run, face] if run and face == run[-1] + 1 else [face]
        if len(run) >= len(best):
            best = run
    return best
