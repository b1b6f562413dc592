"""A second, naive implementation: plain recursion over cards, with the rules."""

from collections import Counter
from functools import cache
from itertools import product

from games.core.rules import Scorecard, Variant
from games.core.rules.scoring import all_rolls

Roll = tuple[int, ...]
Chances = dict[int, float]
EQUAL = 1e-9
ROLLS = all_rolls()


@cache
def falls(keep: Roll) -> tuple[tuple[Roll, float], ...]:
    missing = 5 - len(keep)
    found = Counter(tuple(sorted((*keep, *more))) for more in product(range(1, 7), repeat=missing))
    return tuple((roll, ways / 6**missing) for roll, ways in sorted(found.items()))


@cache
def keeps(roll: Roll) -> tuple[Roll, ...]:
    bits = product((False, True), repeat=5)
    chosen = {tuple(d for d, kept in zip(roll, row, strict=True) if kept) for row in bits}
    return tuple(sorted(chosen, key=lambda keep: (-len(keep), keep)))


def mixed(parts: list[tuple[float, Chances]]) -> Chances:
    total: Counter[int] = Counter()
    for weight, chances in parts:
        for points, chance in chances.items():
            total[points] += weight * chance  # type: ignore[assignment]
    return dict(total)


def mean(chances: Chances) -> float:
    return sum(points * chance for points, chance in chances.items())


class Naive:
    """Distributions of points to come under play for points, and best responses."""

    def __init__(self) -> None:
        self._starts: dict[Scorecard, Chances] = {}

    def at_start(self, card: Scorecard) -> Chances:
        if card.is_full:
            return {0: 1.0}
        if card not in self._starts:
            self._starts[card] = self.thrown(card, (), 3)
        return self._starts[card]

    def thrown(self, card: Scorecard, keep: Roll, left: int) -> Chances:
        table = self.turn(card, left - 1)
        return mixed([(chance, table[roll]) for roll, chance in falls(keep)])

    def turn(self, card: Scorecard, left: int) -> dict[Roll, Chances]:
        """Return the outcome of each roll with `left` rolls left."""
        table = {roll: self._scored(card, roll) for roll in ROLLS}
        for _ in range(left):
            thrown: dict[Roll, tuple[float, Chances]] = {}
            for roll in ROLLS:
                for keep in keeps(roll):
                    if len(keep) < 5 and keep not in thrown:
                        made = mixed([(chance, table[after]) for after, chance in falls(keep)])
                        thrown[keep] = (mean(made), made)
            following = {}
            for roll in ROLLS:
                scored = self._scored(card, roll)
                best = mean(scored), scored
                for keep in keeps(roll):
                    if len(keep) < 5 and thrown[keep][0] > best[0] + EQUAL:
                        best = thrown[keep]
                following[roll] = best[1]
            table = following
        return table

    def _scored(self, card: Scorecard, roll: Roll) -> Chances:
        best: Chances = {}
        for fill in card.fills(roll):
            after = card.apply(fill)
            gain = after.total - card.total
            made = {gain + points: c for points, c in self.at_start(after).items()}
            if not best or mean(made) > mean(best) + EQUAL:
                best = made
        return best


def response(
    card: Scorecard,
    left: int,
    roll: Roll | None,
    utility: dict[int, float],
    known: dict[Scorecard, float],
) -> float:
    """The most utility of the final total, with `left` rolls left; fills in `known` cards."""
    if card.is_full:
        return utility[card.total]
    memo: dict[Roll, float] = {}
    for each in ROLLS:
        for fill in card.fills(each):
            after = card.apply(fill)
            if after not in known:
                known[after] = response(after, 3, None, utility, known)
        memo[each] = max(known[card.apply(fill)] for fill in card.fills(each))
    final = dict(memo)
    for step in range(left if roll is not None else left - 1):
        thrown: dict[Roll, float] = {}
        following = {}
        for each in ROLLS if roll is None or step < left - 1 else [roll]:
            options = [final[each]]
            for keep in keeps(each):
                if len(keep) < 5:
                    if keep not in thrown:
                        thrown[keep] = sum(c * memo[after] for after, c in falls(keep))
                    options.append(thrown[keep])
            following[each] = max(options)
        memo = following
    if roll is not None:
        return memo[roll]
    return sum(chance * memo[each] for each, chance in falls(()))


def card_with_open(
    variant: Variant, entries: dict[str, int], unfilled: tuple[str, ...], bonus: int = 0
) -> Scorecard:
    """Return a card whose other boxes hold `entries`, by default 0."""
    row = tuple(
        None if box.category in unfilled else entries.get(box.category, 0) for box in variant.boxes
    )
    return Scorecard(variant, row, (bonus,))
