"""Compiled code for one turn of a bot, equal to games.core.bots.choice. The simulations share it.

`worths`, (ROLLS, boxes): the value of each roll in each box, NaN where it is not allowed.
"""

import numpy as np

from games.core.bots.utility import Style
from games.core.rules.scoring import DICE_COUNT, FACES, ROLLS_PER_TURN
from games.core.solver.compiled import compiled
from games.core.solver.compiled_lattice import expect, maximise
from games.core.solver.lattice import (
    CHILDREN,
    FIRST_ROLL,
    KEEP_COUNT,
    KEEP_STARTS,
    ROLL_COUNT,
    ROLL_KEEPS,
    Floats,
)

EQUAL = 1e-9
FIRST_CHOICE = ROLLS_PER_TURN * DICE_COUNT


@compiled
def has_utility(style: Style) -> bool:
    """Whether a personality maximises something other than points."""
    return style.upper_weight != 0.0 or style.risk != 0.0


@compiled
def utility(style: Style, value: float, box: int, points: float) -> float:
    """Return a personality's utility of scoring `points` in a box.

    `value` is in points, relative to a level that is the same for the whole turn.
    """
    if box < style.upper_size:
        value += style.upper_weight * (points - style.par * (box + 1))
    if style.risk == 0.0:
        return value
    return float((np.exp(style.risk * value) - 1.0) / style.risk)


@compiled
def roll_missing(keep: int, draws: Floats, place: int) -> int:
    """Return the roll after the missing dice of a keep are drawn from uniform numbers (0 to 1)."""
    while keep < FIRST_ROLL:
        keep = CHILDREN[keep, int(draws[place] * FACES)]
        place += 1
    return keep - FIRST_ROLL


@compiled
def best_choice(boxes: Floats, keeps: Floats, first: int, last: int) -> int:
    """Return the best choice. On a tie: scoring before keeping, card order, more dice kept.

    A choice is a box, or the number of boxes plus the index of a keep in ROLL_KEEPS. Boxes that
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
    boxes: Floats, keeps: Floats, first: int, last: int, temperature: float, draw: float
) -> int:
    """Return a choice drawn by `draw` (0 to 1) from the softmax of the values.

    temperature: the temperature, in points.
    """
    count = len(boxes)
    weights = np.zeros(count + last - first)
    best = best_choice(boxes, keeps, first, last)
    highest = boxes[best] if best < count else keeps[ROLL_KEEPS[best - count]]
    for box in range(count):
        if not np.isnan(boxes[box]):
            weights[box] = np.exp((boxes[box] - highest) / temperature)
    for place in range(first, last):
        weights[count + place - first] = np.exp((keeps[ROLL_KEEPS[place]] - highest) / temperature)
    left = draw * weights.sum()
    for choice in range(len(weights)):
        left -= weights[choice]
        if left < 0.0:
            return choice if choice < count else choice + first
    return best


@compiled
def keep_worths(worths: Floats, keeps: Floats) -> None:
    """Write the value of each keep with 1 and 2 rolls left into rows 1 and 2 of `keeps`."""
    for roll in range(ROLL_COUNT):
        best = -np.inf
        for box in range(worths.shape[1]):
            if worths[roll, box] > best:  # noqa: PLR1730 - false for NaN, unlike max
                best = worths[roll, box]
        keeps[1, FIRST_ROLL + roll] = best
    expect(keeps[1])
    keeps[2] = keeps[1]
    maximise(keeps[2])
    expect(keeps[2])


@compiled
def loss_of(worths: Floats, keeps: Floats, first: int, last: int, chosen: int) -> float:
    """Return the value of the best choice minus that of the chosen one."""
    best = best_choice(worths, keeps, first, last)
    count = len(worths)
    most = worths[best] if best < count else keeps[ROLL_KEEPS[best - count]]
    return float(most - (worths[chosen] if chosen < count else keeps[ROLL_KEEPS[chosen - count]]))


@compiled
def play_rolls(
    worths: Floats, likes: Floats, likes_alike: bool, temperature: float, draws: Floats
) -> tuple[int, int, float]:
    """Play a turn; return the scored roll, the box, and the expected points lost.

    likes: the utilities for the player. likes_alike: whether they equal the values.
    draws: uniform numbers (0 to 1), for 3 times 5 dice and 3 choices.
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
        roll = roll_missing(keep, draws, DICE_COUNT * (made - 1))
        first = KEEP_STARTS[roll]
        last = KEEP_STARTS[roll + 1] if left else first
        if temperature > 0.0:
            draw = draws[FIRST_CHOICE + made - 1]
            chosen = draw_choice(likes[roll], liked[left], first, last, temperature, draw)
        else:
            chosen = best_choice(likes[roll], liked[left], first, last)
        loss += loss_of(worths[roll], keeps[left], first, last, chosen)
        if chosen < count:
            break
        keep = ROLL_KEEPS[chosen - count]
    return roll, chosen, loss
