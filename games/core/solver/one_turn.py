"""Play without a table: plans the turn exactly, and guesses what the other boxes are worth.

For rules that are not solved yet, or cannot be solved. It works for any number of dice and faces,
and takes milliseconds. docs/bots.md has what it scores.

A box is worth the best of a few turns that aim at nothing else. Filling it now gains the points of
the dice and loses that worth.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from games.core.rules import Box, Dice, Fill, Position, Scorecard, Variant
from games.core.rules.scoring import all_rolls
from games.core.solver.option import Option

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SHARE = 0.3
"""How much of each later turn helps a certain box. Chosen by simulation, as is the next one."""
BONUS_WEIGHT = 2.0
"""How much more than its even share of the upper bonus a point in an upper box is worth."""
SAVED_WORTH = 4.0
"""What a roll that is left for a later turn is worth, where the rules save rolls."""
LATER = 2
"""Any roll of a turn after the first."""
WIN = 1000.0
"""What a box adds that wins the game: more than any card."""
MOST_PLANNED = 6
"""Rolls to come in the same turn that are planned for: more change little."""


class Lattice(NamedTuple):
    """All sets of up to `count` dice, small ones first; the last ones are the rolls."""

    sets: tuple[Dice, ...]
    places: dict[Dice, int]
    starts: tuple[int, ...]
    """The first set of each size, and the end."""
    more: Ints
    """(sets without the rolls, faces): the set with one more die of each face."""
    fewer: Ints
    """(sets, count): the sets with one die less; the set itself where there are fewer dice."""


@lru_cache(maxsize=8)
def lattice(count: int, faces: int) -> Lattice:
    """Return the sets of `count` dice."""
    levels = [all_rolls(size, faces) for size in range(count + 1)]
    sets = tuple(each for level in levels for each in level)
    index = {each: place for place, each in enumerate(sets)}
    starts = tuple(int(start) for start in np.cumsum([0, *map(len, levels)]))
    more = [
        [index[tuple(sorted((*each, face)))] for face in range(1, faces + 1)]
        for each in sets[: starts[count]]
    ]
    fewer = []
    for place, each in enumerate(sets):
        smaller = sorted({index[each[:die] + each[die + 1 :]] for die in range(len(each))})
        fewer.append(smaller + [place] * (count - len(smaller)))
    return Lattice(sets, index, starts, np.array(more), np.array(fewer))


def options(position: Position) -> tuple[Option, ...]:
    """Return all choices, best first, like `solver.options`. Values are guesses."""
    card = position.card
    if card.is_full:
        return ()
    worths = _worths(card)
    level = float(sum(worths.values()))
    if position.dice is None:
        return (Option((), None, level),)

    def gain(fill: Fill, roll: int = LATER) -> float:
        return level + _gain(card, fill, worths[fill.box], roll)

    left = min(position.rolls_left, MOST_PLANNED)
    saved = left * _saved_worth(card)
    fills = card.fills(position.dice, position.rolls)
    found = [Option(None, fill, gain(fill, position.rolls) + saved) for fill in fills]
    if left:
        found += _keeps(position, gain, left)
    return tuple(sorted(found, key=lambda option: -round(option.value, 9)))


def _saved_worth(card: Scorecard) -> float:
    """Return what a roll is worth that this turn leaves unused."""
    is_last = card.entries.count(None) == 1
    return SAVED_WORTH if card.variant.saves_rolls and not is_last else 0.0


def _keeps(position: Position, gain: Callable[[Fill], float], left: int) -> list[Option]:
    """Return the choice of each keep of the dice, most dice first. `left`: rolls to plan for."""
    variant, dice = position.variant, position.dice or ()
    rolls = [max(map(gain, position.card.fills(roll))) for roll in variant.all_rolls]
    worths = keep_worths(variant, rolls, left, _saved_worth(position.card))
    kept = [keep for keep in keeps_of(dice) if len(keep) < len(dice)]
    return [Option(keep, None, worths(keep)) for keep in kept]


def keeps_of(dice: Dice) -> list[Dice]:
    """Return the different sets of dice that a roll can keep, each ascending, large ones first."""
    ascending = sorted(dice)
    found = {
        tuple(die for place, die in enumerate(ascending) if chosen >> place & 1)
        for chosen in range(2 ** len(dice))
    }
    return sorted(found, key=lambda keep: (-len(keep), keep))


def keep_worths(
    variant: Variant, rolls: Sequence[float], rolls_left: int, saved: float = 0.0
) -> Callable[[Dice], float]:
    """Return a function from dice that are kept, ascending, to the expected value of the turn.

    `rolls`: what each of the variant's rolls is worth at its end. `rolls_left`: 1 or more. `saved`:
    what each roll adds that the turn leaves unused.
    """
    sets = lattice(variant.dice_count, variant.faces)
    values = np.zeros(len(sets.sets))
    complete = slice(sets.starts[variant.dice_count], None)
    values[complete] = rolls
    _expect(sets, values)
    for unused in range(1, rolls_left):
        values[complete] = np.add(rolls, unused * saved)
        _maximise(sets, values)
        _expect(sets, values)
    return lambda keep: float(values[sets.places[keep]])


def _gain(card: Scorecard, fill: Fill, worth: float, roll: int) -> float:
    """Return what filling a box now, after this roll of the turn, gains over its worth."""
    variant = card.variant
    column = fill.box.column
    points = fill.points + fill.bonus + _bonus_share(card, fill)
    if roll == 1 and fill.points and fill.box.category == variant.served_win:
        points += WIN
    return variant.columns[column] * points - worth


def _bonus_share(card: Scorecard, fill: Fill) -> float:
    """Return the part of the upper bonus that these points earn or lose, against par."""
    variant, column = card.variant, fill.box.column
    face = variant.categories[variant.index((0, fill.box.category))].face
    if variant.upper_bonus is None or face is None:
        return 0.0
    limit, bonus = variant.upper_bonus
    upper = card.upper(column)
    size = variant.upper_size
    others = [
        variant.categories[box].face or 0
        for box in range(size)
        if card.column(column)[box] is None and variant.categories[box].face != face
    ]
    if upper >= limit or upper + fill.points + variant.dice_count * sum(others) < limit:
        return 0.0
    if upper + fill.points >= limit:
        return float(bonus)
    all_faces = sum(each.face or 0 for each in variant.categories[:size])
    par = limit * face / all_faces
    return BONUS_WEIGHT * (fill.points - par) * bonus / limit


def _worths(card: Scorecard) -> dict[Box, float]:
    """Return what each open box is worth, by box, times the multiplier of its column."""
    variant = card.variant
    later = sum(entry is None for entry in card.entries) - 1
    return {
        box: variant.columns[box.column] * _worth(variant, box.category, later)
        for box in card.open_boxes
    }


_aims: WeakKeyDictionary[Variant, dict[str, tuple[Floats, Floats]]] = WeakKeyDictionary()
"""What `_aimed` has returned. It goes with the rules: there may be any number of these."""


def _worth(variant: Variant, category: str, later: int) -> float:
    """Return the expected best of some turns that aim at a box. `later`: turns to come."""
    known = _aims.setdefault(variant, {})
    if category not in known:
        known[category] = _aimed(variant, category)
    points, chances = known[category]
    best = np.cumsum(chances) ** (1 + SHARE * later)
    return float(points @ np.diff(best, prepend=0.0))


def _aimed(variant: Variant, category: str) -> tuple[Floats, Floats]:
    """Return the points that a turn can give in a box, ascending, and their chances when it aims at
    the mean.
    """
    score, last = variant.categories[variant.index((0, category))].score, variant.rolls_per_turn
    sets = lattice(variant.dice_count, variant.faces)
    first = sets.starts[variant.dice_count]
    scores = [score(roll, last) for roll in variant.all_rolls]
    points = np.array(sorted(set(scores)), dtype=np.float64)
    chances = np.zeros((len(sets.sets), len(points)))
    chances[np.arange(first, len(sets.sets)), np.searchsorted(points, scores)] = 1.0
    for left in range(variant.rolls_per_turn - 1, -1, -1):
        _expect(sets, chances)
        if left:
            _maximise(sets, chances, points)
    return points, chances[0]


def _expect(sets: Lattice, values: Floats) -> None:
    """Compute the values of the keeps from those of the rolls, in place."""
    for size in range(len(sets.starts) - 3, -1, -1):
        part = slice(sets.starts[size], sets.starts[size + 1])
        values[part] = values[sets.more[part]].mean(axis=1)


def _maximise(sets: Lattice, values: Floats, points: Floats | None = None) -> None:
    """Replace the value of each set by the best one of it and all sets within it, in place. With
    `points`, values are chances, and the mean decides.
    """
    for size in range(1, len(sets.starts) - 1):
        part = slice(sets.starts[size], sets.starts[size + 1])
        within = np.concatenate([np.arange(part.start, part.stop)[:, None], sets.fewer[part]], 1)
        worth = values if points is None else values @ points
        best = worth[within].argmax(axis=1)
        values[part] = values[within[np.arange(len(within)), best]]
