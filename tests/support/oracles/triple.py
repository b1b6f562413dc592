"""Triple Yahtzee by the definitions: the rules of games.core.rules, every roll, every keep."""

from collections.abc import Callable

from games.core.rules import Dice, Scorecard
from games.core.rules.scoring import all_rolls
from tests.support.oracles.solver import keeps, outcomes

__all__ = ["exact", "keep_values", "keeps", "score", "turn"]

ROLLS = all_rolls()
Worth = Callable[[Scorecard], float]


def score(card: Scorecard, roll: Dice, worth: Worth) -> float:
    """Return the best value of scoring this roll."""
    cards = (card.apply(fill) for fill in card.fills(roll))
    return max(after.total - card.total + worth(after) for after in cards)


def keep_values(best: dict[Dice, float]) -> dict[Dice, float]:
    """Return the value of each keep from the values of the rolls."""
    every = {keep for roll in ROLLS for keep in keeps(roll)}
    return {keep: sum(p * best[roll] for roll, p in outcomes(keep)) for keep in every}


def turn(card: Scorecard, worth: Worth) -> float:
    """Return a card's value at the start of a turn; `worth` gives the values after the turn."""
    best = {roll: score(card, roll, worth) for roll in ROLLS}
    for _ in range(2):
        values = keep_values(best)
        best = {roll: max(values[keep] for keep in keeps(roll)) for roll in ROLLS}
    return keep_values(best)[()]


def exact(card: Scorecard) -> float:
    """Return a card's value at the start of a turn under perfect play."""
    known: dict[object, float] = {}

    def worth(after: Scorecard) -> float:
        if after.is_full:
            return 0.0
        columns = range(3)
        key = (
            after.open_boxes,
            tuple(after.upper(column) for column in columns),
            tuple(after.points((column, "yahtzee")) for column in columns),
        )
        if key not in known:
            known[key] = turn(after, worth)
        return known[key]

    return worth(card)
