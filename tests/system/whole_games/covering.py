"""A covering array: few rows, such that every possible pair of values is in one of them.

Greedy: each row is the best of some candidates, each of which begins with a pair that is not
covered. Deterministic for a seed. No Django, no input or output.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from tests.system.whole_games.dimensions import CLOSE, DIMENSIONS, RULES, Row, Rule, effort

SEED = 1
CANDIDATES = 40
EFFORT_WEIGHT = 4.0
"""How many new pairs a row must cover for each unit of its effort."""

Target = frozenset[tuple[str, str]]
"""Values that a row has to combine: (dimension, value) each."""


def targets(
    dimensions: Mapping[str, Sequence[str]], close: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield every pair of values of two dimensions, and every triple of the `close` ones."""
    groups = [*combinations(dimensions, 2), *combinations(close, 3)]
    for names in groups:
        for values in product(*(dimensions[name] for name in names)):
            yield dict(zip(names, values, strict=True))


class Covering:
    """The rows that are made, and what is not covered yet.

    effort: what a row costs; of two rows that cover as much the cheaper one is taken.
    """

    def __init__(
        self,
        dimensions: Mapping[str, Sequence[str]],
        rules: Sequence[Rule],
        close: Sequence[str],
        effort: Callable[[Row], float],
        seed: int,
    ) -> None:
        self.rows: list[dict[str, str]] = []
        self._dimensions = dimensions
        self._rules = {name: [rule for rule in rules if name in rule.values] for name in dimensions}
        self._effort = effort
        self._close = frozenset(close)
        self._random = random.Random(seed)
        possible = [given for given in targets(dimensions, close) if self.complete(given)]
        self._open: dict[Target, None] = dict.fromkeys(frozenset(each.items()) for each in possible)

    def make(self) -> list[dict[str, str]]:
        """Make rows until everything possible is covered, and return them."""
        while self._open:
            row = max((self._candidate() for _ in range(CANDIDATES)), key=self._worth)
            for target in self._covered(row):
                self._open.pop(target, None)
            self.rows.append(row)
        return self.rows

    def complete(self, given: Row, *, greedily: bool = False) -> dict[str, str] | None:
        """Return a row with the given values, None if no row has them.

        `greedily`: with values that cover much; otherwise any.
        """
        row = dict(given)
        if any(rule.forbids(row) for name in given for rule in self._rules[name]):
            return None
        names = [name for name in self._dimensions if name not in given]
        return row if self._fill(row, names, greedily) else None

    def _fill(self, row: dict[str, str], names: Sequence[str], greedily: bool) -> bool:
        """Give the row values of these dimensions; return whether that is possible."""
        if not names:
            return True
        name, *others = names
        for value in self._ordered(row, name) if greedily else self._dimensions[name]:
            row[name] = value
            broken = any(rule.forbids(row) for rule in self._rules[name])
            if not broken and self._fill(row, others, greedily):
                return True
        del row[name]
        return False

    def _ordered(self, row: Row, name: str) -> list[str]:
        """Return the values of a dimension, first those that cover most with the row as it is."""

        def gain(value: str) -> tuple[int, float]:
            mine = (name, value)
            pairs = sum(frozenset((mine, other)) in self._open for other in row.items())
            return pairs, self._random.random()

        return sorted(self._dimensions[name], key=gain, reverse=True)

    def _candidate(self) -> dict[str, str]:
        """Return a row with a target that is not covered."""
        target = self._random.choice(list(self._open))
        row = self.complete(dict(target), greedily=True)
        assert row is not None
        return row

    def _covered(self, row: Row) -> Iterator[Target]:
        items = list(row.items())
        yield from map(frozenset, combinations(items, 2))
        close = [item for item in items if item[0] in self._close]
        yield from map(frozenset, combinations(close, 3))

    def _worth(self, row: Row) -> float:
        gain = sum(target in self._open for target in self._covered(row))
        return gain - EFFORT_WEIGHT * self._effort(row)


def covering_rows(
    dimensions: Mapping[str, Sequence[str]] = DIMENSIONS,
    rules: Sequence[Rule] = RULES,
    close: Sequence[str] = CLOSE,
    effort: Callable[[Row], float] = effort,
    seed: int = SEED,
) -> list[dict[str, str]]:
    """Return rows that cover every possible pair, and every possible triple of `close`."""
    return Covering(dimensions, rules, close, effort, seed).make()
