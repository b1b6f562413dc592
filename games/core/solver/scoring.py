"""The rules of a variant as arrays for compiled code.

Boxes are numbered in card order, rolls as in `lattice`. A set of filled boxes is an integer with
bit b for box b. The upper total of a card is cut at the threshold of the upper bonus; without an
upper bonus it is always 0.
"""

import hashlib
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.rules import Variant
from games.core.rules.scorecard import YAHTZEE, joker_fills
from games.core.solver.lattice import ROLLS, Floats, Ints
from games.core.solver.support import UnsupportedVariant, check_supported, is_exact

FORMAT = 2
"""Increase it when the meaning of the numbers in a table changes."""

ORDERS = ("free", "down", "lower_first")
DOWN, LOWER_FIRST = ORDERS.index("down"), ORDERS.index("lower_first")


class Scoring(NamedTuple):
    """Points of each roll in each box, and the bonuses."""

    points: Floats
    """(boxes, 252): points of a roll in a box without a joker."""
    joker_points: Floats
    """(boxes, 252): points of five alike in a box as a joker."""
    served: Floats
    """(boxes, 252): points that a roll scores on top if it is the first of its turn."""
    rolls: int
    """Rolls of a turn: at least 2."""
    order: int
    """Which open boxes may be filled: an index in ORDERS."""
    alike: Ints
    """(252,): 0 to 5 for five alike if further Yahtzees mean anything, otherwise -1."""
    upper: int
    """Number of boxes, from the first, that add to the upper total."""
    lower: int
    """The boxes of the lower section as a set."""
    threshold: int
    """Upper total that earns the upper bonus; 0 if there is none."""
    upper_bonus: float
    """Points of the upper bonus."""
    forced: bool
    """Whether five alike must go where the printed joker rule says."""
    yahtzee: int
    """The Yahtzee box if further Yahtzees mean anything, otherwise -1."""
    yahtzee_points: float
    """Points in the Yahtzee box for which further Yahtzees earn a bonus."""
    yahtzee_bonus: float
    """Points of a bonus Yahtzee."""


@dataclass(frozen=True)
class Shape:
    """The size of a table: (sets of filled boxes, Yahtzee scored or not, upper totals)."""

    filled: int
    flags: int
    totals: int


def scoring(variant: Variant) -> Scoring:
    """Return the arrays of a variant with one column, which need not be one of `VARIANTS`.

    Raises `UnsupportedVariant` for other variants.
    """
    check_supported(variant)
    if not is_exact(variant):
        count = len(variant.columns)
        raise UnsupportedVariant(f"{variant.name} has {count} columns, too many for a table")
    # Not by `plain_fills`, which keeps what it computes.
    points, first = (
        np.array(
            [[each.score(dice, roll) for dice in ROLLS] for each in variant.categories],
            dtype=np.float64,
        )
        for roll in (variant.rolls_per_turn, 1)
    )
    threshold, bonus = variant.upper_bonus or (0, 0)
    further = variant.counts_further_yahtzees
    ids = [category.id for category in variant.categories]
    lower = sum(
        1 << box for box, category in enumerate(variant.categories) if category.section == "lower"
    )
    return Scoring(
        points=points,
        joker_points=points if variant.joker == "none" else _joker_points(variant, points),
        served=first - points,
        rolls=variant.rolls_per_turn,
        order=ORDERS.index(variant.order),
        alike=np.array([_alike(dice) if further else -1 for dice in ROLLS], dtype=np.int64),
        upper=variant.upper_size if variant.upper_bonus else 0,
        lower=lower,
        threshold=threshold,
        upper_bonus=float(bonus),
        forced=variant.joker == "forced",
        yahtzee=ids.index("yahtzee") if further else -1,
        yahtzee_points=float(YAHTZEE),
        yahtzee_bonus=float(variant.yahtzee_bonus),
    )


def _alike(dice: tuple[int, ...]) -> int:
    return dice[0] - 1 if len(set(dice)) == 1 else -1


def _joker_points(variant: Variant, points: Floats) -> Floats:
    """Return the points of jokers: of five alike when their upper and Yahtzee box are filled."""
    found = points.copy()
    for roll, dice in enumerate(ROLLS):
        face = _alike(dice)
        if face < 0:
            continue
        entries = tuple(
            0 if place == face or category.id == "yahtzee" else None
            for place, category in enumerate(variant.categories)
        )
        for fill in joker_fills(variant, entries, dice):
            if fill.joker:
                found[variant.index(fill.box), roll] = fill.points
    return found


def shape(rules: Scoring) -> Shape:
    """Return the shape of the arrays of a table."""
    flags = 2 if rules.yahtzee >= 0 else 1
    return Shape(1 << len(rules.points), flags, rules.threshold + 1)


def fingerprint(rules: Scoring) -> str:
    """Return a hash of these rules: 64 hexadecimal digits."""
    digest = hashlib.sha256(f"yacht table {FORMAT}\n".encode())
    for name, part in rules._asdict().items():
        array = np.ascontiguousarray(part)
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def upper_totals(rules: Scoring) -> npt.NDArray[np.bool_]:
    """Return which upper totals, cut at the threshold, a set of filled upper boxes can have.

    Returns (2**upper, threshold + 1); for the usual cards 2794 of them are true.
    """
    possible = np.zeros((1 << rules.upper, rules.threshold + 1), dtype=np.bool_)
    possible[0, 0] = True
    for filled in range(1, 1 << rules.upper):
        box = filled.bit_length() - 1
        before = np.flatnonzero(possible[filled ^ 1 << box])
        for points in np.unique(rules.points[box]):
            after = np.minimum(before + int(points), rules.threshold)
            possible[filled, after] = True
    return possible


def reachable(rules: Scoring) -> npt.NDArray[np.bool_]:
    """Return which states at the start of a turn can occur, in the table's shape."""
    size = shape(rules)
    filled = np.arange(size.filled)
    found = np.empty((size.filled, size.flags, size.totals), dtype=np.bool_)
    found[:] = upper_totals(rules)[filled & (1 << rules.upper) - 1][:, None, :]
    if rules.yahtzee >= 0:
        found[filled >> rules.yahtzee & 1 == 0, 1] = False
    return found


def beyond_reach(rules: Scoring) -> npt.NDArray[np.bool_]:
    """Return which states have too large an upper total, or a Yahtzee scored in an open box."""
    size = shape(rules)
    filled = np.arange(size.filled)
    last = upper_limits(rules)[1][filled & (1 << rules.upper) - 1]
    found = np.empty((size.filled, size.flags, size.totals), dtype=np.bool_)
    found[:] = (np.arange(size.totals) > last[:, None])[:, None, :]
    if rules.yahtzee >= 0:
        found[filled >> rules.yahtzee & 1 == 0, 1] = True
    return found


def upper_limits(rules: Scoring) -> tuple[Ints, Ints]:
    """Return the first and last distinct upper total for each set of filled upper boxes.

    Totals below the first have the same value as the first: the bonus is out of reach. Totals above
    the last cannot occur. Both arrays are (2**upper,).
    """
    most = rules.points[: rules.upper].max(axis=1, initial=0.0).astype(np.int64)
    sets = np.arange(1 << rules.upper)
    bits = sets[:, None] >> np.arange(rules.upper) & 1
    reached = bits @ most
    missing = most.sum() - reached
    first = np.clip(rules.threshold - missing - 1, 0, None)
    last = np.minimum(reached, rules.threshold)
    return np.minimum(first, last), last
