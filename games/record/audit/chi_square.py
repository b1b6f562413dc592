"""Pearson's chi-square test of counts against equal shares."""

import math
from collections.abc import Sequence
from typing import NamedTuple

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
