"""Tables of perfect play, one for each variant, cached on disk and in memory."""

import os
from collections.abc import Collection
from contextlib import suppress
from functools import cached_property
from math import sqrt
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from games.core.rules import Scorecard, Variant, is_house_rules
from games.core.solver import files
from games.core.solver.child import run
from games.core.solver.directory import file_of
from games.core.solver.kept_tables import KeptTables
from games.core.solver.lattice import Floats
from games.core.solver.scoring import Scoring, fingerprint, scoring, shape, upper_totals
from games.core.solver.support import UnsupportedVariant, is_supported

if TYPE_CHECKING:
    from games.core.solver.induction import Progress

INDUCTION = "games.core.solver.induction"
HOUSE = "house-"
"""How the names of the files of house rules begin."""
KEPT_BYTES = 100_000_000
"""How much of the tables of house rules a process keeps mapped: the largest has 89 MB."""
NOTED_EVERY = 100
"""After how many uses of a table its file is marked as used."""

_fingerprints: WeakKeyDictionary[Variant, str] = WeakKeyDictionary()
# The tables of this process: a few of official games, and those of any number of house rules.
_tables: dict[Variant, "ValueTable"] = {}
_house: KeptTables["ValueTable"] = KeptTables(KEPT_BYTES)
_computing = Lock()


class NotSolved(UnsupportedVariant):
    """The table of these house rules does not exist yet."""


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
        self.nbytes = both.nbytes
        self.uses = 0
        """How often `table` has returned it."""

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


def table(variant: Variant, progress: "Progress | None" = None) -> ValueTable:
    """Return the table of a variant with one column.

    The first call reads or computes it, in seconds. The tables of house rules are only read: raises
    `NotSolved` until `make_table` has run in some process. Raises `UnsupportedVariant`.
    """
    found = _tables.get(variant) or _house.get(variant)
    if found is None:
        with _computing:
            found = _tables.get(variant) or _house.get(variant)
            if found is None and is_house_rules(variant):
                found = _read(variant)
                if found is None:
                    raise NotSolved(f"{variant.id} is not solved yet")
            found = _remember(found or _read_or_compute(variant, progress))
    if is_house_rules(variant):
        _note_use(found)
    return found


def make_table(
    variant: Variant, progress: "Progress | None" = None, threads: int | None = None
) -> ValueTable:
    """Return the table of a variant; if it is not stored, compute and store it. Raises
    `UnsupportedVariant`.
    """
    with _computing:
        return _remember(_read_or_compute(variant, progress, threads))


def is_ready(variant: Variant) -> bool:
    """Whether values are there, or are computed on first use, as for official games. False for
    rules that cannot be solved.
    """
    if not is_supported(variant):
        return False
    if not is_house_rules(variant) or variant in _house or variant in _tables:
        return True
    path = path_of(variant)
    return path is not None and path.exists()


def compute_table(
    variant: Variant, progress: "Progress | None" = None, threads: int | None = None
) -> ValueTable:
    """Compute the table of a variant, without the caches."""
    rules = scoring(variant)
    return ValueTable(variant, rules, np.stack(run(INDUCTION, "solve", rules, progress, threads)))


def path_of(variant: Variant) -> Path | None:
    """Return the path of a variant's table, None without a folder. Raises `UnsupportedVariant`."""
    if variant not in _fingerprints:
        _fingerprints[variant] = fingerprint(scoring(variant))
    digest = _fingerprints[variant]
    if is_house_rules(variant):
        return file_of(f"{HOUSE}{digest[:40]}.table")
    return file_of(f"{'-'.join((variant.id, *variant.switches.values(), digest[:12]))}.table")


def remove_unused(most: int) -> int:
    """Delete the tables of house rules that were used least recently, until the others have at most
    so many bytes. Return how many were deleted. Processes that have one open can go on.
    """
    folder = file_of("")
    files_ = [] if folder is None else [(each, each.stat()) for each in folder.glob(f"{HOUSE}*")]
    left, deleted = most, 0
    for path, found in sorted(files_, key=lambda each: -each[1].st_mtime):
        left -= found.st_size
        if left < 0:
            path.unlink(missing_ok=True)
            deleted += 1
    return deleted


def _remember(found: ValueTable) -> ValueTable:
    """Keep a table in memory; of house rules, only those used last."""
    if is_house_rules(found.variant):
        _house.keep(found.variant, found)
    else:
        _tables[found.variant] = found
    return found


def _note_use(found: ValueTable) -> None:
    """Note that a table of house rules is in use: on the disk the first time, and then rarely."""
    path = path_of(found.variant) if found.uses % NOTED_EVERY == 0 else None
    found.uses += 1
    if path is not None:
        with suppress(OSError):
            os.utime(path)


def _read(variant: Variant) -> ValueTable | None:
    """Return the table as it is stored, None if it is not."""
    rules, path = scoring(variant), path_of(variant)
    if path is None:
        return None
    size = shape(rules)
    stored = files.read(path, fingerprint(rules), (2, size.filled, size.flags, size.totals))
    return None if stored is None else ValueTable(variant, rules, stored)


def _read_or_compute(
    variant: Variant, progress: "Progress | None", threads: int | None = None
) -> ValueTable:
    found = _read(variant)
    if found is not None:
        return found
    computed = compute_table(variant, progress, threads)
    path = path_of(variant)
    if path is not None:
        moments = np.stack((computed.values, computed.squares))
        files.write(path, fingerprint(computed.rules), moments)
    # Rather the file that all processes share than an array of this one.
    return _read(variant) or computed
