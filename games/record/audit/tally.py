"""How often dice showed each face, and whether that is chance (Pearson's chi-square test). Pure: no
Django.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

MIN_EXPECTED = 5.0
"""The smallest expected count of a cell (W. G. Cochran, "Some Methods for Strengthening the Common
Chi-square Tests", Biometrics 10, 1954). Below it, p is too inexact."""


class ChiSquare(NamedTuple):
    """The statistic, its degrees of freedom, and the number of dice in the test.

    `p` is the chance that fair dice give at least this statistic; None with too few dice.
    """

    statistic: float
    freedom: int
    dice: int
    p: float | None


def chi_square(rows: Sequence[Sequence[int]]) -> ChiSquare:
    """Test whether the faces (columns) are equally frequent in each row. Empty rows are left out.

    If the rows are what came before a die, this is the test of a Markov chain with known transition
    probabilities (T. W. Anderson and L. A. Goodman, "Statistical Inference about Markov Chains",
    Annals of Mathematical Statistics 28, 1957). It is valid although players choose which dice to
    throw again: all faces are equally likely, whatever was chosen before.
    """
    statistic, freedom, dice, least = 0.0, 0, 0, math.inf
    for row in rows:
        thrown = sum(row)
        if not thrown:
            continue
        expected = thrown / len(row)
        statistic += sum((count - expected) ** 2 for count in row) / expected
        freedom += len(row) - 1
        dice += thrown
        least = min(least, expected)
    enough = dice > 0 and least >= MIN_EXPECTED
    return ChiSquare(statistic, freedom, dice, upper_tail(statistic, freedom) if enough else None)


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the chance that a chi-square variable is above `statistic` (0 or more).

    The finite series of M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions",
    formulas 26.4.4 (odd degrees of freedom, at least 1) and 26.4.5 (even).
    """
    half = statistic / 2
    if freedom % 2 == 0:
        term = total = 1.0
        for r in range(1, freedom // 2):
            term *= half / r
            total += term
        return math.exp(-half) * total
    root = math.sqrt(statistic)
    term, total = root, 0.0
    for r in range(1, (freedom - 1) // 2 + 1):
        total += term
        term *= statistic / (2 * r + 1)
    density = math.exp(-half) / math.sqrt(2 * math.pi)
    return math.erfc(root / math.sqrt(2)) + 2 * density * total


Kind = Literal["place", "before", "left"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What the rows of a table are.

`place`: the die's position on the table, from 0. `before`: the face that the same player's die at
this position showed before it was thrown again. `left`: the face of the die to its left, if that
was thrown with it."""


class Roll(NamedTuple):
    """One roll: who rolled, which positions were held, and all dice after it."""

    seat: int
    hold: Sequence[int]
    dice: Sequence[int]


class CountedFace(NamedTuple):
    """A cell of a table: throws of `face`, in this row, of dice with this many faces."""

    faces: int
    kind: Kind
    row: int
    face: int


Json = dict[str, dict[str, dict[str, list[int]]]]


class DiceTally:
    """Counts of thrown dice. Held dice are not thrown."""

    def __init__(self, counts: Mapping[CountedFace, int] | None = None) -> None:
        self._counts: Counter[CountedFace] = Counter(counts or {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiceTally) and self._counts == other._counts

    __hash__ = None  # type: ignore[assignment]

    def add(self, other: "DiceTally") -> None:
        """Add the counts of another tally."""
        self._counts.update(other._counts)

    def count_game(self, faces: int, rolls: Iterable[Roll]) -> None:
        """Count all dice of a game, from its rolls in order."""
        counts = self._counts
        tables: dict[int, Sequence[int]] = {}
        for seat, hold, dice in rolls:
            shown = tables.get(seat)
            for place, face in enumerate(dice):
                if place in hold:
                    continue
                counts[CountedFace(faces, "place", place, face)] += 1
                if shown is not None:
                    counts[CountedFace(faces, "before", shown[place], face)] += 1
                if place and place - 1 not in hold:
                    counts[CountedFace(faces, "left", dice[place - 1], face)] += 1
            tables[seat] = dice

    @property
    def faces(self) -> list[int]:
        """How many faces the counted dice have, ascending, each number once."""
        return sorted({cell.faces for cell in self._counts})

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(count for cell, count in self._counts.items() if cell.kind == "place")

    def table(self, faces: int, kind: Kind) -> dict[int, list[int]]:
        """Return the counts of faces 1, 2, ... by row, for the rows that have any."""
        cells = [cell for cell in self._counts if (cell.faces, cell.kind) == (faces, kind)]
        return {
            row: [self._counts[CountedFace(faces, kind, row, face)] for face in range(1, faces + 1)]
            for row in sorted({cell.row for cell in cells})
        }

    def face_counts(self, faces: int) -> list[int]:
        """Return how often each face 1, 2, ... was thrown."""
        rows = self.table(faces, "place").values()
        return [sum(column) for column in zip(*rows, strict=True)] or [0] * faces

    def as_json(self) -> Json:
        """Return the tables by number of faces, kind and row; keys are text, as JSON needs."""
        return {
            str(faces): {
                kind: {str(row): counts for row, counts in self.table(faces, kind).items()}
                for kind in KINDS
            }
            for faces in self.faces
        }

    @classmethod
    def from_json(cls, data: Json) -> "DiceTally":
        """Return the tally that `as_json` wrote."""
        return cls(
            {
                CountedFace(int(faces), kind, int(row), face): count
                for faces, tables in data.items()
                for kind in KINDS
                for row, counts in tables[kind].items()
                for face, count in enumerate(counts, 1)
                if count
            }
        )
