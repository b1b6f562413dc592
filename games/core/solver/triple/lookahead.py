"""The values of the cards after a turn, from one more exact turn of each of them.

`network.successors` takes the fitted value of each card that a turn can lead to. Here each of these
cards, the *lanes*, plays an exact turn of its own, and the fitted values are those of the cards
after that: up to 132 lanes with up to 126 fills each. They are cheap because a fill changes few
features. The hidden units' sums of the card after two fills are those of the card itself plus what
each fill changes, unless both concern the upper section of one column or the Yahtzee boxes. So the
sums are never built from features, and one pass over the hidden units gives a fill in all lanes.
"""

import numpy as np

from games.core.rules.scoring import DICE_COUNT, FACES
from games.core.solver.compiled import compiled
from games.core.solver.keep_lanes import LANES, expect, expect_rolls, maximise
from games.core.solver.keep_lanes import score as score_rolls
from games.core.solver.lattice import FIRST_ROLL, FIVE_ALIKE, KEEP_COUNT
from games.core.solver.triple.cards import (
    BOXES,
    CATEGORIES,
    COLUMNS,
    LEVEL_COUNT,
    LEVEL_POINTS,
    LEVELS,
    NO_BOX,
    STATE,
    SUCCESSOR_LEVELS,
    THRESHOLD,
    UPPER,
    UPPER_BONUS,
    YAHTZEE,
    Floats,
    Ints,
)
from games.core.solver.triple.features import (
    CHANCES,
    PATTERN_FEATURES,
    YAHTZEE_FEATURES,
    chance_feature,
    pattern,
    upper_feature,
    yahtzee_way,
)
from games.core.solver.triple.network import Network, start
from games.core.solver.triple.turn import (
    BEST_ROWS,
    COMBINATIONS,
    OF_ROLL,
    is_open,
    joker_fill,
    joker_in_force,
)
from games.core.solver.vectors import add, full, load, multiply, store, where_greater

MAX_FILLS = COLUMNS * (SUCCESSOR_LEVELS * UPPER + 2 + CATEGORIES - UPPER - 1)
"""132 different fills of an empty card, as far as they affect later turns."""
LAST_AHEAD = BOXES - 3
"""The last turn that can look ahead: two turns follow."""
COLUMN, CATEGORY, AMOUNT, BOX = range(4)


@compiled
def list_fills(state: Ints, fills: Ints, numbers: Ints) -> int:
    """List the fills of a card that lead to different cards; return how many there are.

    `fills` (132, 4) gets column, category, level as in `turn`, and place on the card of each;
    `numbers` (3, 13, 6) gets the row of each in `fills`, -1 for none.
    """
    count = 0
    numbers[:] = -1
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            if not is_open(state, column, category):
                continue
            levels = SUCCESSOR_LEVELS if category < UPPER else 2 if category == YAHTZEE else 1
            for level in range(levels):
                fills[count, COLUMN], fills[count, CATEGORY] = column, category
                fills[count, AMOUNT], fills[count, BOX] = level, column * CATEGORIES + category
                numbers[column, category, level] = count
                count += 1
    return count


@compiled
def fill(state: Ints, row: Ints) -> int:
    """Fill a box in place; return the weighted points of the upper bonus if this reaches it."""
    column, category, level = row[COLUMN], row[CATEGORY], row[AMOUNT]
    state[column] |= 1 << category
    if category < UPPER:
        total = state[COLUMNS + column]
        reached = min(total + level * (category + 1), THRESHOLD)
        state[COLUMNS + column] = reached
        if total < THRESHOLD <= reached:
            return int((column + 1) * UPPER_BONUS)
    elif category == YAHTZEE:
        state[2 * COLUMNS] |= level << column
    return 0


@compiled
def _changes(
    state: Ints,
    network: Network,
    turn: int,
    fills: Ints,
    count: int,
    gains: Floats,
    linear: Floats,
    sums: Floats,
) -> None:
    """Write what each fill alone changes: the linear part, (fills,), and the sums (units, fills).

    `gains` as in `network.start`.
    """
    weights, hidden = network.linear[turn], network.hidden[turn]
    way = yahtzee_way(state)
    for place in range(count):
        column, category, level = fills[place, 0], fills[place, 1], fills[place, 2]
        box = fills[place, BOX]
        ways = PATTERN_FEATURES + 8 * category + pattern(state, category)
        linear[place] = weights[ways + (1 << column)] - weights[ways] - weights[box] - gains[box]
        for unit in range(sums.shape[0]):
            sums[unit, place] = -hidden[box, unit]
        old = new = 0
        if category < UPPER:
            mask, total = state[column], state[COLUMNS + column]
            filled = mask | (1 << category)
            reached = min(total + level * (category + 1), THRESHOLD)
            old, new = chance_feature(column, mask, total), chance_feature(column, filled, reached)
            linear[place] += weights[upper_feature(column, filled, reached)]
            linear[place] -= weights[upper_feature(column, mask, total)]
        elif category == YAHTZEE:
            old = YAHTZEE_FEATURES + way
            new = old + 3 ** (COLUMNS - 1 - column) * (1 + level)
        if new != old:
            linear[place] += weights[new] - weights[old]
            for unit in range(sums.shape[0]):
                sums[unit, place] += hidden[new, unit] - hidden[old, unit]


@compiled
def _after_both(
    network: Network,
    turn: int,
    fills: Ints,
    base: float,
    base_sums: Floats,
    linear: Floats,
    sums: Floats,
    after: Floats,
) -> None:
    """Write the value of the card after each pair of fills as if their changes added up.

    `after` (fills, lanes).
    """
    count, nothing = after.shape[0], full(0.0)
    pair = np.empty((1, after.shape[1]))
    for place in range(count):
        pairs = network.pairs[turn, fills[place, BOX]]
        for lane in range(count):
            pair[0, lane] = base + linear[place] + linear[lane] + pairs[fills[lane, BOX]]
        shares = base_sums + sums[:, place]
        for first in range(0, after.shape[1], LANES):
            value = load(pair, 0, first)
            for unit in range(sums.shape[0]):
                found = add(load(sums, unit, first), full(shares[unit]))
                found = where_greater(found, nothing, found, nothing)
                value = add(value, multiply(found, full(network.out[turn, unit])))
            store(after, place, first, value)


@compiled
def _unit_sum(
    base_sums: Floats, hidden: Floats, box: int, other: int, old: int, new: int, out: Floats
) -> float:
    """Return what the hidden units add after two boxes are filled and a feature is replaced."""
    first, second, less, more = hidden[box], hidden[other], hidden[old], hidden[new]
    total = 0.0
    for unit in range(out.shape[0]):
        found = base_sums[unit] - first[unit] - second[unit] - less[unit] + more[unit]
        total += max(found, 0.0) * out[unit]
    return total


@compiled
def _correct_upper(
    state: Ints,
    column: int,
    network: Network,
    turn: int,
    numbers: Ints,
    base: float,
    base_sums: Floats,
    gains: Floats,
    after: Floats,
) -> None:
    """Write the values after two fills of upper boxes of one column, with the bonus they reach."""
    weights, hidden, out = network.linear[turn], network.hidden[turn], network.out[turn]
    mask, total = state[column], state[COLUMNS + column]
    old, old_upper = chance_feature(column, mask, total), upper_feature(column, mask, total)
    bonus = (column + 1) * UPPER_BONUS
    units = np.empty(CHANCES)
    for category in range(UPPER):
        for other in range(category):
            if not (is_open(state, column, category) and is_open(state, column, other)):
                continue
            box, other_box = column * CATEGORIES + category, column * CATEGORIES + other
            linear = base + network.pairs[turn, box, other_box] - weights[old] - weights[old_upper]
            for each in (category, other):
                ways = PATTERN_FEATURES + 8 * each + pattern(state, each)
                place = column * CATEGORIES + each
                linear += weights[ways + (1 << column)] - weights[ways]
                linear -= weights[place] + gains[place]
            filled = mask | (1 << category) | (1 << other)
            units[:] = np.nan
            for level in range(SUCCESSOR_LEVELS):
                mine = total + level * (category + 1)
                for other_level in range(SUCCESSOR_LEVELS):
                    theirs = total + other_level * (other + 1)
                    reached = min(mine + theirs - total, THRESHOLD)
                    new = chance_feature(column, filled, reached)
                    chance = (new - old) % CHANCES
                    if np.isnan(units[chance]):
                        units[chance] = _unit_sum(base_sums, hidden, box, other_box, old, new, out)
                    value = linear + weights[new] + units[chance]
                    value += weights[upper_feature(column, filled, reached)]
                    place = numbers[column, category, level]
                    lane = numbers[column, other, other_level]
                    reaches = reached >= THRESHOLD
                    after[place, lane] = value + (bonus if reaches and theirs < THRESHOLD else 0)
                    after[lane, place] = value + (bonus if reaches and mine < THRESHOLD else 0)


@compiled
def _correct_yahtzees(
    state: Ints,
    network: Network,
    turn: int,
    fills: Ints,
    base: float,
    base_sums: Floats,
    linear: Floats,
    after: Floats,
) -> None:
    """Replace the values after two fills of Yahtzee boxes."""
    weights, hidden, out = network.linear[turn], network.hidden[turn], network.out[turn]
    way = yahtzee_way(state)
    for place in range(after.shape[0]):
        if fills[place, CATEGORY] != YAHTZEE:
            continue
        box = fills[place, BOX]
        mine = 3 ** (COLUMNS - 1 - fills[place, COLUMN]) * (1 + fills[place, AMOUNT])
        for lane in range(after.shape[0]):
            if fills[lane, CATEGORY] != YAHTZEE or fills[lane, BOX] == box:
                continue
            theirs = 3 ** (COLUMNS - 1 - fills[lane, COLUMN]) * (1 + fills[lane, AMOUNT])
            old = YAHTZEE_FEATURES + way
            value = base + linear[place] + linear[lane]
            value += network.pairs[turn, box, fills[lane, BOX]]
            value += weights[old] - weights[old + mine] - weights[old + theirs]
            value += weights[old + mine + theirs]
            new = old + mine + theirs
            after[place, lane] = value + _unit_sum(
                base_sums, hidden, box, fills[lane, BOX], old, new, out
            )


@compiled
def _correct_columns(state: Ints, network: Network, turn: int, fills: Ints, after: Floats) -> None:
    """Correct the values after two fills of one category, and mark those of one box."""
    weights = network.linear[turn]
    for place in range(after.shape[0]):
        column, category = fills[place, COLUMN], fills[place, CATEGORY]
        ways = PATTERN_FEATURES + 8 * category + pattern(state, category)
        for lane in range(after.shape[0]):
            if fills[lane, CATEGORY] != category:
                continue
            other = fills[lane, COLUMN]
            if other == column:
                after[place, lane] = NO_BOX
            else:
                both = weights[ways + (1 << column) + (1 << other)] + weights[ways]
                both -= weights[ways + (1 << column)] + weights[ways + (1 << other)]
                after[place, lane] += both


@compiled
def _pay_bonuses(state: Ints, fills: Ints, after: Floats) -> None:
    """Add the upper bonus that a fill reaches, in the lanes that filled another column."""
    for place in range(after.shape[0]):
        column, category = fills[place, COLUMN], fills[place, CATEGORY]
        if category >= UPPER:
            continue
        total = state[COLUMNS + column]
        if total < THRESHOLD <= total + fills[place, AMOUNT] * (category + 1):
            for lane in range(after.shape[0]):
                if fills[lane, COLUMN] != column or fills[lane, CATEGORY] >= UPPER:
                    after[place, lane] += (column + 1) * UPPER_BONUS


@compiled
def _fill_twice(
    state: Ints, turn: int, network: Network, fills: Ints, numbers: Ints, after: Floats
) -> None:
    """Write the value of the card after each pair of fills, `after` (fills, lanes).

    Lanes are padded to whole vectors. Each value includes the upper bonus that the fill reaches
    after the lane's own.
    """
    count, units = after.shape[0], network.out.shape[1]
    base_sums, gains = np.empty(units), np.empty(BOXES)
    linear, sums = np.empty(count), np.zeros((units, after.shape[1]))
    base = start(state, network, turn, base_sums, gains)
    _changes(state, network, turn, fills, count, gains, linear, sums)
    _after_both(network, turn, fills, base, base_sums, linear, sums, after)
    _correct_yahtzees(state, network, turn, fills, base, base_sums, linear, after)
    _correct_columns(state, network, turn, fills, after)
    _pay_bonuses(state, fills, after)
    for column in range(COLUMNS):
        _correct_upper(state, column, network, turn, numbers, base, base_sums, gains, after)


@compiled
def _best_by_level(state: Ints, numbers: Ints, after: Floats, begin: int, best: Floats) -> None:
    """Do `turn.best_by_level` for `LANES` lanes from `begin` on."""
    best[:] = NO_BOX
    for column in range(COLUMNS):
        for category in range(CATEGORIES):
            if not is_open(state, column, category):
                continue
            matters = category < UPPER or category == YAHTZEE
            for level in range(LEVEL_COUNT[category]):
                place, row = (
                    numbers[column, category, level if matters else 0],
                    category * LEVELS + level,
                )
                points = full((column + 1.0) * LEVEL_POINTS[category, level])
                value, other = add(load(after, place, begin), points), load(best, row, 0)
                store(best, row, 0, where_greater(value, other, value, other))


@compiled
def _score_jokers(
    state: Ints, joker: int, numbers: Ints, after: Floats, lane: int, rolls: Floats
) -> None:
    """Replace the values of five alike in a lane, whose card is `state`; see `turn`."""
    for face in range(FACES):
        best = NO_BOX
        for column in range(COLUMNS):
            for category in range(CATEGORIES):
                points = joker_fill(state, joker, face, column, category)
                if points >= 0:
                    level = DICE_COUNT if category == face else 0
                    following = after[numbers[column, category, level], lane]
                    best = max(best, (column + 1) * points + following)
        rolls[FIVE_ALIKE[face]] = best


@compiled
def look_ahead(state: Ints, joker: int, turn: int, network: Network, values: Floats) -> None:
    """Do `network.successors` with an exact turn of each card.

    `turn`, up to `LAST_AHEAD`, is the number of boxes that are filled before the fill.
    """
    fills = np.empty((MAX_FILLS, 4), np.int64)
    numbers = np.empty((COLUMNS, CATEGORIES, SUCCESSOR_LEVELS), np.int64)
    count = list_fills(state, fills, numbers)
    lanes = -(-count // LANES) * LANES
    # Rows have whole blocks of lanes; nothing reads the results of those without a fill.
    after = np.zeros((count, lanes))
    _fill_twice(state, turn + 2, network, fills, numbers, after)
    best, combined = np.empty((BEST_ROWS, LANES)), np.empty((len(COMBINATIONS), LANES))
    last, first = np.empty((KEEP_COUNT, LANES)), np.empty((KEEP_COUNT, LANES))
    card = np.empty(STATE, np.int64)
    values[:] = 0.0
    for begin in range(0, count, LANES):
        _best_by_level(state, numbers, after, begin, best)
        score_rolls(best, COMBINATIONS, OF_ROLL, combined, last)
        for lane in range(begin, min(begin + LANES, count)):
            card[:] = state
            fill(card, fills[lane])
            if joker_in_force(card, joker):
                _score_jokers(card, joker, numbers, after, lane, last[FIRST_ROLL:, lane - begin])
        expect(last)
        maximise(last, first)
        expect(first)
        maximise(first, last)
        expect_rolls(last)
        for lane in range(begin, min(begin + LANES, count)):
            card[:] = state
            column, category, level = fills[lane, 0], fills[lane, 1], fills[lane, 2]
            values[column, category, level] = last[0, lane - begin] + fill(card, fills[lane])
