"""The compiled choice at a roll, as `choosing` makes it: what simulations share.

`worths`, (252, boxes), says what each roll is worth in each box, NaN where it is not allowed.
"""

import numpy as np

from games.rules.dice import DICE_COUNT, FACES, ROLLS_PER_TURN
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

EQUAL = 1e-9
FIRST_CHOICE = ROLLS_PER_TURN * DICE_COUNT


@compiled
def fall(keep: int, lots: Floats, place: int) -> int:
    """Return the roll number after the dice missing in a keep have fallen as the lots say."""
    while keep < FIRST_ROLL:
        keep = CHILDREN[keep, int(lots[place] * FACES)]
        place += 1
    return keep - FIRST_ROLL


@compiled
def best_choice(boxes: Floats, keeps: Floats, first: int, last: int) -> int:
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
def draw_choice(
    boxes: Floats, keeps: Floats, first: int, last: int, degrees: float, lot: float
) -> int:
    """Return a choice by a lot (0 to 1): the softmax of the values at this temperature."""
    count = len(boxes)
    weights = np.zeros(count + last - first)
    best = best_choice(boxes, keeps, first, last)
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
def keep_worths(worths: Floats, keeps: Floats) -> None:
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
def loss_of(worths: Floats, keeps: Floats, first: int, last: int, chosen: int) -> float:
    """Return how much less a choice is worth than the best one."""
    best = best_choice(worths, keeps, first, last)
    count = len(worths)
    most = worths[best] if best < count else keeps[ROLL_KEEPS[best - count]]
    return float(most - (worths[chosen] if chosen < count else keeps[ROLL_KEEPS[chosen - count]]))


@compiled
def play_rolls(
    worths: Floats, likes: Floats, likes_alike: bool, degrees: float, lots: Floats
) -> tuple[int, int, float]:
    """Play a turn; return the roll it ends with, the box it fills, and what it gives away.

    `likes` are the worths in the player's own eyes; `likes_alike`: they are the worths.
    `lots`: 3 times 5 dice, and 3 choices, all 0 to 1.
    """
    count = worths.shape[1]
    keeps = np.empty((ROLLS_PER_TURN, KEEP_COUNT))
    keep_worths(worths, keeps)
    liked = keeps
    if not likes_alike:
        liked = np.empty_like(keeps)
        keep_worths(likes, liked)
    keep, loss = 0, 0.0
    for made in range(1, ROLLS_PER_TURN + 1):
        left = ROLLS_PER_TURN - made
        roll = fall(keep, lots, DICE_COUNT * (made - 1))
        first = KEEP_STARTS[roll]
        last = KEEP_STARTS[roll + 1] if left else first
        if degrees > 0.0:
            lot = lots[FIRST_CHOICE + made - 1]
            chosen = draw_choice(likes[roll], liked[left], first, last, degrees, lot)
        else:
            chosen = best_choice(likes[roll], liked[left], first, last)
        loss += loss_of(worths[roll], keeps[left], first, last, chosen)
        if chosen < count:
            break
        keep = ROLL_KEEPS[chosen - count]
    return roll, chosen, loss
