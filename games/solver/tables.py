"""Tables of perfect play, one for each variant, cached on disk and in memory."""

from collections.abc import Collection
from functools import cached_property
from math import sqrt
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from games.rules import Scorecard, Variant
from games.solver import files
from games.solver.directory import file_of
from games.solver.induction import Progress, solve
from games.solver.lattice import Floats
from games.solver.scoring import Scoring, fingerprint, scoring, shape, upper_totals

# The tables of this process.
_tables: dict[Variant, "ValueTable"] = {}
_computing = Lock()


class ValueTable:
    """The value of every state at the start of a turn, for a variant with one column.

    Values are expected points still to come under perfect play. The upper bonus counts when the
    upper total reaches its threshold.
    """

    def __init__(self, variant: Variant, rules: Scoring, moments: Floats) -> None:
        self.variant = variant
        self.rules = rules
        # Read-only, like a mapped file: otherwise functions would be compiled for each kind.
        both: Floats = np.asarray(moments)
        both.setflags(write=False)
        self.values: Floats = both[0]
        """Expected points to come: (sets of filled boxes, flags, upper totals)."""
        self.squares: Floats = both[1]
        """Expected square of the points to come, in the same shape."""

    @property
    def start(self) -> float:
        """Expected score of a game."""
        return float(self.values[0, 0, 0])

    @property
    def sd(self) -> float:
        """Standard deviation of the score of a game."""
        return sqrt(self.variance_at((0, 0, 0)))

    @cached_property
    def _upper_totals(self) -> npt.NDArray[np.bool_]:
        return upper_totals(self.rules)

    def value(
        self, filled: Collection[str], upper_total: int = 0, yahtzee_scored: bool = False
    ) -> float:
        """Return the expected points still to come at the start of a turn; 0.0 on a full card.

        `filled` holds the ids of the filled categories, `upper_total` is the sum of the upper
        section, `yahtzee_scored` whether the Yahtzee box holds 50. Raises `UnknownCategory`, and
        `ValueError` for a state that no play reaches.
        """
        boxes = sum(1 << self.variant.index(category) for category in set(filled))
        has_flag = self.values.shape[1] == 2 and yahtzee_scored
        total = min(upper_total, self.rules.threshold)
        possible = self._upper_totals[boxes & (1 << self.rules.upper) - 1]
        value = float(self.values[boxes, int(has_flag), total])
        if total < 0 or not possible[total] or np.isnan(value):
            raise ValueError(f"no play fills {sorted(filled)} with an upper total of {upper_total}")
        return value

    def variance_at(self, state: tuple[int, int, int]) -> float:
        """Return the variance of the points still to come in a state (see `state`)."""
        mean = float(self.values[state])
        return max(float(self.squares[state]) - mean * mean, 0.0)

    def state(self, card: Scorecard) -> tuple[int, int, int]:
        """Return a card's index in the arrays: (set of filled boxes, flag, upper total)."""
        filled = sum(1 << box for box, entry in enumerate(card.entries) if entry is not None)
        yahtzee = self.rules.yahtzee
        flag = int(yahtzee >= 0 and card.entries[yahtzee] == self.rules.yahtzee_points)
        return filled, flag, min(card.upper(), self.rules.threshold)


def table(variant: Variant, progress: Progress | None = None) -> ValueTable:
    """Return the table of a variant with one column; the first call reads or computes it.

    Computing takes seconds. Raises `UnsupportedVariant`.
    """
    found = _tables.get(variant)
    if found is None:
        with _computing:
            found = _tables.get(variant) or _load_or_compute(variant, progress)
            _tables[variant] = found
    return found


def compute_table(
    variant: Variant, progress: Progress | None = None, threads: int | None = None
) -> ValueTable:
    """Compute the table of a variant, without the caches."""
    rules = scoring(variant)
    return ValueTable(variant, rules, np.stack(solve(rules, progress, threads)))


def path_of(variant: Variant, rules: Scoring) -> Path | None:
    """Return the path of a variant's table, None without a folder."""
    name = "-".join((variant.id, *variant.switches.values(), fingerprint(rules)[:12]))
    return file_of(f"{name}.table")


def _load_or_compute(variant: Variant, progress: Progress | None) -> ValueTable:
    rules = scoring(variant)
    size = shape(rules)
    path = path_of(variant, rules)
    if path is None:
        return compute_table(variant, progress)
    stored = files.read(path, fingerprint(rules), (2, size.filled, size.flags, size.totals))
    if stored is not None:
        return ValueTable(variant, rules, stored)
    computed = compute_table(variant, progress)
    files.write(path, fingerprint(rules), np.stack((computed.values, computed.squares)))
    return computed
