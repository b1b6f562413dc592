"""Players who know coming dice, and play perfectly with what they know.

A cheat *knows n rolls* if they know the next n rolls of the deal, in the order of turn and roll,
whether they throw them or not. Beyond these they count on averages, like perfect play.
"""

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from games.bench.foresight.full_knowledge import best_ending, most_points
from games.bench.foresight.tapes import Chosen, Player, Tape
from games.foresight.outcomes import Floats, Ints, hold_of, rolls_by_code
from games.rules import Fill, Position, Scorecard, Variant
from games.rules.dice import DICE_COUNT, FACES
from games.solver import Option, options, roll_values, table
from games.solver.lattice import ROLL_COUNT, ROLLS

PLACES = FACES ** np.arange(DICE_COUNT)


@cache
def mixtures(rolls: int) -> Ints:
    """Return every way to take each die from one of so many rolls: (rolls**5, 5), from 0."""
    return np.array(list(itertools.product(range(rolls), repeat=DICE_COUNT)), dtype=np.int64)


def mixed(rolls: Sequence[tuple[int, ...]]) -> Ints:
    """Return the number of the roll for each row of `mixtures` of these rolls.

    What a turn can show after its last roll: each die is that of the last roll that threw it.
    """
    faces = np.array(rolls)
    found = faces[mixtures(len(rolls)), np.arange(DICE_COUNT)]
    return rolls_by_code()[(found - 1) @ PLACES]


def known_value(card: Scorecard, turn: int, rolls: int, tape: Tape) -> float:
    """Return the value of a card at the start of a turn for who knows its first `rolls` rolls."""
    if card.is_full:
        return 0.0
    if rolls == 0:
        return options(Position(card.variant, card))[0].value
    known = mixed([tape.roll(turn, roll) for roll in range(1, rolls + 1)])
    left = card.variant.rolls_per_turn - rolls
    return float(roll_values(card, left)[known].max())


def knows_rolls(count: int) -> Player:
    """Return the cheat who knows the next `count` rolls, 1 to 3."""

    def choose(position: Position, found: tuple[Option, ...], turn: int, tape: Tape) -> Chosen:
        assert position.dice is not None
        left = position.rolls_left
        seen = min(count, left)
        rolls = [position.dice]
        rolls += [tape.roll(turn, position.rolls + 1 + roll) for roll in range(seen)]
        codes = mixed(rolls)
        if count <= left:
            values = roll_values(position.card, left - seen)[codes]
        else:
            values = _scored(position.card, turn, codes, count - left, tape)
        box, now = _best_box(position, found, turn, max(0, count - left), tape)
        at = int(values.argmax())
        if now >= float(values[at]) - 1e-9:
            return Chosen(box, ())
        hold = tuple(np.flatnonzero(mixtures(seen + 1)[at] == 0).tolist())
        return Chosen(_keeping(position, found, hold), hold)

    return choose


def knows_all(variant: Variant) -> Player:
    """Return the cheat who knows all dice, and scores as much as they allow."""
    tables: dict[Tape, Floats] = {}

    def choose(position: Position, found: tuple[Option, ...], turn: int, tape: Tape) -> Chosen:
        if tape not in tables:
            tables.clear()
            tables[tape] = most_points(variant, endings(variant, tape))
        assert position.dice is not None
        first, last = position.rolls + 1, variant.rolls_per_turn
        later = [tape.roll(turn, roll) for roll in range(first, last + 1)]
        codes = mixed([position.dice, *later])
        state = table(variant).state(position.card)
        row, box = best_ending(table(variant).rules, tables[tape], state, codes)
        hold = tuple(np.flatnonzero(mixtures(len(later) + 1)[row] == 0).tolist())
        if len(hold) < len(position.dice):
            return Chosen(_keeping(position, found, hold), hold)
        fills = (each for each in found if each.fill is not None)
        return Chosen(next(each for each in fills if _box(each, variant) == box), ())

    return choose


def endings(variant: Variant, tape: Tape) -> list[Ints]:
    """Return for each turn the number of every roll that it can end with."""
    rolls = range(1, variant.rolls_per_turn + 1)
    turns = range(1, variant.rounds + 1)
    return [mixed([tape.roll(turn, roll) for roll in rolls]) for turn in turns]


def cautious(cheat: Player, most: float) -> Player:
    """Return a cheat who plays perfectly where cheating would give up more than `most` points."""

    def choose(position: Position, found: tuple[Option, ...], turn: int, tape: Tape) -> Chosen:
        chosen = cheat(position, found, turn, tape)
        if found[0].value - chosen.option.value <= most:
            return chosen
        return Chosen(found[0], hold_of(position, found[0]))

    return choose


def sometimes(cheat: Player, honest: Player, share: float, rng: random.Random) -> Player:
    """Return a player who cheats in a share of their choices."""

    def choose(position: Position, found: tuple[Option, ...], turn: int, tape: Tape) -> Chosen:
        return (cheat if rng.random() < share else honest)(position, found, turn, tape)

    return choose


def _box(option: Option, variant: Variant) -> int:
    assert option.fill is not None
    return variant.index(option.fill.box)


def _best_box(
    position: Position, found: Sequence[Option], turn: int, rolls: int, tape: Tape
) -> tuple[Option, float]:
    """Return the best box for the dice, and its value with `rolls` known rolls of the next turn."""
    worths = []
    for option in found:
        if option.fill is not None:
            after = position.card.apply(option.fill)
            gained = after.total - position.card.total
            worths.append((option, gained + known_value(after, turn + 1, rolls, tape)))
    return max(worths, key=lambda each: each[1])


def _scored(card: Scorecard, turn: int, codes: Ints, rolls: int, tape: Tape) -> Floats:
    """Return the value of scoring each of these rolls, knowing `rolls` rolls of the next turn."""
    worths: dict[Fill, float] = {}
    values = np.full(ROLL_COUNT, -np.inf)
    for roll in np.unique(codes).tolist():
        for fill in card.fills(ROLLS[roll]):
            if fill not in worths:
                after = card.apply(fill)
                gained = after.total - card.total
                worths[fill] = gained + known_value(after, turn + 1, rolls, tape)
            values[roll] = max(values[roll], worths[fill])
    return values[codes]


def _keeping(position: Position, found: Sequence[Option], hold: tuple[int, ...]) -> Option:
    """Return the option that holds these positions."""
    assert position.dice is not None
    keep = tuple(sorted(position.dice[at] for at in hold))
    option = next((option for option in found if option.keep == keep), None)
    if option is not None:
        return option
    # Holding all dice wastes a roll and is not among the options.
    later = options(replace(position, rolls=position.rolls + 1))
    return later[0]._replace(keep=keep, fill=None)
