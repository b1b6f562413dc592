"""Distributions of points, and the probability of each place from them."""

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MAX_TOTALS = 16
"""As many as there are seats in rounds."""
# A normal distribution is cut off this many standard deviations from its mean.
REACH = 6.0
NORMAL_MARKS = 12_001


class Distribution(NamedTuple):
    """`chances[i]` is the probability of `low + i` points. They add up to 1."""

    low: int
    chances: Floats

    @property
    def high(self) -> int:
        """The most points possible."""
        return self.low + len(self.chances) - 1

    @property
    def mean(self) -> float:
        """Expected points."""
        return float(self.chances @ self._points())

    @property
    def sd(self) -> float:
        """Standard deviation in points."""
        return sqrt(max(0.0, float(self.chances @ (self._points() - self.mean) ** 2)))

    def shifted(self, points: int) -> "Distribution":
        """Return the distribution with `points` added."""
        return Distribution(self.low + points, self.chances)

    def padded(self, low: int, high: int) -> Floats:
        """Return the probabilities of `low` to `high` points. The range must include all points."""
        row = np.zeros(high - low + 1)
        row[self.low - low : self.high - low + 1] = self.chances
        return row

    def _points(self) -> Floats:
        return np.arange(self.low, self.high + 1, dtype=np.float64)


def certain(points: int) -> Distribution:
    """Return the distribution of a known total."""
    return Distribution(points, np.ones(1))


def normal(mean: float, sd: float) -> Distribution:
    """Return a normal distribution, rounded to whole points."""
    if sd <= 0:
        return certain(round(mean))
    low, high = int(mean - REACH * sd), int(mean + REACH * sd) + 1
    edges = (np.arange(low, high + 2) - 0.5 - mean) / sd
    chances = np.diff(np.interp(edges, *_normal_table()))
    return Distribution(low, chances / chances.sum())


@cache
def _normal_table() -> tuple[Floats, Floats]:
    """Return standard deviations from the mean, and the normal CDF there minus 1/2.

    Linear interpolation between them has an error of at most 3e-8.
    """
    marks = np.linspace(-REACH, REACH, NORMAL_MARKS)
    return marks, np.array([erf(mark / sqrt(2)) / 2 for mark in marks.tolist()])


@cache
def _quadrature(opponents: int) -> tuple[Floats, Floats]:
    """Return nodes and weights of Gauss-Legendre on [0, 1] that are exact for so many opponents who
    may tie: n nodes are exact up to degree 2n - 1.
    """
    nodes, weights = np.polynomial.legendre.leggauss(4 if opponents < 8 else 8)
    return (nodes + 1) / 2, weights / 2


def first_place(totals: Sequence[Distribution]) -> tuple[float, ...]:
    """Return each seat's share of the first place, from independent final totals.

    Ties share it, so the shares add up to 1. Raises ValueError without totals and with more than
    `MAX_TOTALS`.

    With B the probability that another seat is below a total and p that it ties, a seat's share at
    that total is the expectation of 1 / (1 + number of ties): the integral over x from 0 to 1 of
    the product of all B + x p.
    """
    if not 0 < len(totals) <= MAX_TOTALS:
        raise ValueError(f"1 to {MAX_TOTALS} totals, not {len(totals)}")
    low, high = min(each.low for each in totals), max(each.high for each in totals)
    equal = np.array([each.padded(low, high) for each in totals])
    below = np.cumsum(equal, axis=1) - equal
    nodes, weights = _quadrature(len(totals) - 1)
    factors = below[:, None, :] + nodes[None, :, None] * equal[:, None, :]
    shares = [
        float(equal[seat] @ (weights @ np.prod(np.delete(factors, seat, axis=0), axis=0)))
        for seat in range(len(totals))
    ]
    whole = sum(shares)
    return tuple(share / whole for share in shares)


def place_values(others: Sequence[Distribution], low: int, high: int) -> Floats:
    """Return the value of each final total from `low` to `high` against `others`.

    That is the expected share of opponents beaten, a tie counting half: 1 for the first place, 0
    for the last, and with two players the win probability. Raises ValueError without others.
    """
    if not others:
        raise ValueError("there are no others to beat")
    left, right = min(low, *(each.low for each in others)), max(high, *(o.high for o in others))
    rows = np.array([each.padded(left, right) for each in others])
    values = (np.cumsum(rows, axis=1) - rows / 2).mean(axis=0)
    return np.asarray(values[low - left : high - left + 1])
