"""A second solver that shares only the rules with the first.

No lattice and no arrays: plain recursion over scorecards and all outcomes of the dice. It is slow,
so it is for small variants and the last turns of large ones.
"""

from functools import cache
from itertools import combinations_with_replacement, product

from games.core.rules import Scorecard

Roll = tuple[int, ...]


@cache
def falls(count: int) -> list[tuple[Roll, float]]:
    """Return the rolls of `count` dice, ascending, and the probability of each."""
    chances: dict[Roll, float] = {}
    for fallen in product(range(1, 7), repeat=count):
        roll = tuple(sorted(fallen))
        chances[roll] = chances.get(roll, 0.0) + 6.0**-count
    return list(chances.items())


@cache
def outcomes(keep: Roll) -> list[tuple[Roll, float]]:
    """Return the rolls after a keep, and the probability of each."""
    return [(tuple(sorted(keep + fallen)), chance) for fallen, chance in falls(5 - len(keep))]


@cache
def keeps(roll: Roll) -> set[Roll]:
    """Return all keeps of a roll, including all dice and none."""
    return {tuple(roll[place] for place in range(5) if bits >> place & 1) for bits in range(32)}


ROLLS: list[Roll] = list(combinations_with_replacement(range(1, 7), 5))


class Naive:
    """Expected points to come, without the points that the card already has."""

    def __init__(self) -> None:
        self.known: dict[object, float] = {}

    def card(self, card: Scorecard) -> float:
        """Return the expected points to come at the start of a turn."""
        if card.is_full:
            return 0.0
        threshold = (card.variant.upper_bonus or (0, 0))[0]
        yahtzees = tuple(
            entry == 50
            for box, entry in zip(card.variant.boxes, card.entries, strict=True)
            if box.category == "yahtzee"
        )
        key = (card.open_boxes, min(card.upper(), threshold), yahtzees)
        if key not in self.known:
            self.known[key] = self.keep(card, (), card.variant.rolls_per_turn)
        return self.known[key]

    def score(self, card: Scorecard, roll: Roll, number: int | None = None) -> dict[str, float]:
        """Return what scoring is worth, for each allowed category. `number`: of the roll, from 1;
        None for the last.
        """
        worths = {}
        for fill in card.fills(roll, number):
            after = card.apply(fill)
            worths[fill.box.category] = after.total - card.total + self.card(after)
        return worths

    def turn(self, card: Scorecard) -> list[dict[Roll, float]]:
        """Return what each roll is worth with 0, 1 and more rolls left."""
        last = card.variant.rolls_per_turn
        worths = [{roll: max(self.score(card, roll).values()) for roll in ROLLS}]
        for number in range(last - 1, 0, -1):
            mean = self.means(worths[-1])
            worths.append(
                {
                    roll: max(
                        *(mean[keep] for keep in keeps(roll)),
                        *(self.score(card, roll, number).values() if number == 1 else ()),
                    )
                    for roll in ROLLS
                }
            )
        return worths

    @staticmethod
    def means(worths: dict[Roll, float]) -> dict[Roll, float]:
        """Return what each keep is worth before a roll."""
        every = {keep for roll in ROLLS for keep in keeps(roll)}
        return {
            keep: sum(chance * worths[roll] for roll, chance in outcomes(keep)) for keep in every
        }

    def keep(self, card: Scorecard, keep: Roll, rolls_left: int) -> float:
        """Return what a keep is worth when the other dice are rolled, one roll of `rolls_left`."""
        worths = self.turn(card)[rolls_left - 1]
        return sum(chance * worths[roll] for roll, chance in outcomes(keep))
