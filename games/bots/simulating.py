"""Whole games of one personality, thousands a second: how strong it is, and how warm it must be.

The compiled game chooses as `choosing.decide` does; a test holds one against the other.
"""

from typing import NamedTuple

import numpy as np

from games.bots.bending import Style, bends, style_of, utility
from games.bots.personalities import Personality
from games.rules import Variant
from games.rules.position import MAX_ROLLS
from games.solver import table
from games.solver.compiled import compiled
from games.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    KEEP_STARTS,
    ROLL_COUNT,
    ROLL_KEEPS,
    Floats,
    expect,
    maximise,
)
from games.solver.scoring import Scoring
from games.solver.turns import (
    allowed,
    box_points,
    next_flag,
    next_total,
    score,
    upper_bonus,
    yahtzee_bonus,
)

# One step of bisection settles half of what is left: 2**-14 of a factor of 100 is enough.
STEPS = 14
COLDEST, WARMEST = 0.05, 50.0
CHUNK = 2000
EQUAL = 1e-9


class Played(NamedTuple):
    """Games of one personality: totals, and how many expected points each gave away."""

    totals: Floats
    losses: Floats


@compiled
def _fall(keep: int, lots: Floats, place: int) -> int:
    """Return the roll number after the dice missing in a keep have fallen as the lots say."""
    while keep < FIRST_ROLL:
        keep = CHILDREN[keep, int(lots[place] * 6)]
        place += 1
    return keep - FIRST_ROLL


@compiled
def _best(boxes: Floats, keeps: Floats, first: int, last: int) -> int:
    """Return the best choice: scoring before keeping, then card order, then more dice kept.

    A choice is a box, or the number of boxes plus the place of a keep in ROLL_KEEPS. Boxes that
    are not allowed are NaN.
    """
    best, chosen = -np.inf, -1
    for box in range(len(boxes)):
        if boxes[box] > best + EQUAL:
            best, chosen = boxes[box], box
    for place in range(last - 1, first - 1, -1):
        if keeps[ROLL_KEEPS[place]] > best + EQUAL:
            best, chosen = keeps[ROLL_KEEPS[place]], len(boxes) + place
    return chosen


@compiled
def _draw(boxes: Floats, keeps: Floats, first: int, last: int, degrees: float, lot: float) -> int:
    """Return a choice by a lot (0 to 1): the softmax of the values at this temperature."""
    count = len(boxes)
    weights = np.zeros(count + last - first)
    best = _best(boxes, keeps, first, last)
    highest = boxes[best] if best < count else keeps[ROLL_KEEPS[best - count]]
    for box in range(count):
        if not np.isnan(boxes[box]):
            weights[box] = np.exp((boxes[box] - highest) / degrees)
    for place in range(first, last):
        weights[count + place - first] = np.exp((keeps[ROLL_KEEPS[place]] - highest) / degrees)
    left = lot * weights.sum()
    for choice in range(len(weights)):
        left -= weights[choice]
        if left < 0.0:
            return choice if choice < count else choice + first
    return best


@compiled
def _score_rolls(
    rules: Scoring, values: Floats, state: tuple[int, int, int], worths: Floats
) -> None:
    """Write what each roll is worth in each box into `worths`, (252, boxes); NaN if not allowed.

    As `turns.score` has it, but without a call for each box: thirty times as fast.
    """
    filled, flag, total = state
    points, alike, threshold = rules.points, rules.alike, rules.threshold
    worths[:] = np.nan
    for box in range(points.shape[0]):
        if (filled >> box) & 1:
            continue
        after = values[filled | (1 << box), flag]
        for roll in range(ROLL_COUNT):
            if alike[roll] >= 0:
                if (allowed(rules, filled, roll) >> box) & 1:
                    worths[roll, box] = score(rules, values, filled, flag, total, roll, box)
                continue
            got = points[box, roll]
            reached = min(total + int(got), threshold) if box < rules.upper else total
            bonus = rules.upper_bonus if total < threshold <= reached else 0.0
            worths[roll, box] = got + bonus + after[reached]


@compiled
def _like_rolls(
    rules: Scoring, style: Style, filled: int, level: float, worths: Floats, likes: Floats
) -> None:
    """Write how a personality likes each roll in each box into `likes`, (252, boxes)."""
    for roll in range(ROLL_COUNT):
        for box in range(worths.shape[1]):
            likes[roll, box] = np.nan
            if not np.isnan(worths[roll, box]):
                points = box_points(rules, filled, roll, box)
                likes[roll, box] = utility(style, worths[roll, box] - level, box, points)


@compiled
def _keep_worths(worths: Floats, keeps: Floats) -> None:
    """Write what each keep is worth with 1 and 2 rolls left into rows 1 and 2 of `keeps`."""
    for roll in range(ROLL_COUNT):
        best = -np.inf
        for box in range(worths.shape[1]):
            if worths[roll, box] > best:  # noqa: PLR1730 - never true of NaN, as max may be
                best = worths[roll, box]
        keeps[1, FIRST_ROLL + roll] = best
    expect(keeps[1])
    keeps[2] = keeps[1]
    maximise(keeps[2])
    expect(keeps[2])


@compiled
def _loss(worths: Floats, keeps: Floats, first: int, last: int, chosen: int) -> float:
    """Return how much less a choice is worth than the best one."""
    best = _best(worths, keeps, first, last)
    count = len(worths)
    most = worths[best] if best < count else keeps[ROLL_KEEPS[best - count]]
    return float(most - (worths[chosen] if chosen < count else keeps[ROLL_KEEPS[chosen - count]]))


@compiled
def _take_turn(
    rules: Scoring,
    values: Floats,
    style: Style,
    degrees: float,
    state: tuple[int, int, int],
    lots: Floats,
) -> tuple[int, int, float]:
    """Play a turn; return the roll it ends with, the box it fills, and what it gives away."""
    count = rules.points.shape[0]
    worths, keeps = np.empty((ROLL_COUNT, count)), np.empty((MAX_ROLLS, KEEP_COUNT))
    _score_rolls(rules, values, state, worths)
    _keep_worths(worths, keeps)
    likes, liked = worths, keeps
    if bends(style):
        likes, liked = np.empty_like(worths), np.empty_like(keeps)
        _like_rolls(rules, style, state[0], values[state], worths, likes)
        _keep_worths(likes, liked)
    keep, loss = 0, 0.0
    for made in range(1, MAX_ROLLS + 1):
        left = MAX_ROLLS - made
        roll = _fall(keep, lots, 5 * (made - 1))
        first = KEEP_STARTS[roll]
        last = KEEP_STARTS[roll + 1] if left else first
        if degrees > 0.0:
            chosen = _draw(likes[roll], liked[left], first, last, degrees, lots[14 + made])
        else:
            chosen = _best(likes[roll], liked[left], first, last)
        loss += _loss(worths[roll], keeps[left], first, last, chosen)
        if chosen < count:
            break
        keep = ROLL_KEEPS[chosen - count]
    return roll, chosen, loss


@compiled
def _play(
    rules: Scoring,
    values: Floats,
    style: Style,
    degrees: float,
    lots: Floats,
    totals: Floats,
    losses: Floats,
) -> None:
    """Play a game for each row of lots, (games, turns, 18): 3 times 5 dice, and 3 choices."""
    for game in range(lots.shape[0]):
        filled, flag, total = 0, 0, 0
        points, loss = 0.0, 0.0
        for turn in range(lots.shape[1]):
            state = (filled, flag, total)
            roll, box, lost = _take_turn(rules, values, style, degrees, state, lots[game, turn])
            got = box_points(rules, filled, roll, box)
            after = next_total(rules, total, box, got)
            points += got + yahtzee_bonus(rules, flag, roll) + upper_bonus(rules, total, after)
            loss += lost
            flag, total = next_flag(rules, flag, box, got), after
            filled |= 1 << box
        totals[game], losses[game] = points, loss


def play_games(
    variant: Variant, personality: Personality, degrees: float, games: int, seed: int
) -> Played:
    """Play games alone, always the same ones for a seed. Raises ValueError for several columns."""
    found = table(variant)
    turns = len(variant.boxes)
    played = Played(np.empty(games), np.empty(games))
    numbers = np.random.default_rng([seed, sum(personality.id.encode())])
    for start in range(0, games, CHUNK):
        end = min(start + CHUNK, games)
        lots = numbers.random((end - start, turns, 5 * MAX_ROLLS + MAX_ROLLS))
        style = style_of(personality)
        _play(
            found.rules,
            found.values,
            style,
            degrees,
            lots,
            played.totals[start:end],
            played.losses[start:end],
        )
    return played


def calibrate(variant: Variant, personality: Personality, games: int, seed: int) -> float:
    """Return the temperature at which a personality that slips gives away its share of the
    average of perfect play, to three digits.
    """
    wanted = personality.share * table(variant).start
    low, high = COLDEST, WARMEST
    for _ in range(STEPS):
        middle = (low * high) ** 0.5
        lost = play_games(variant, personality, middle, games, seed).losses.mean()
        low, high = (middle, high) if lost < wanted else (low, middle)
    return float(f"{(low * high) ** 0.5:.3g}")
