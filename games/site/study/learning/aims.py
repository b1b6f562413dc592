"""What a choice of dice is good for: the boxes that perfect play fills with them."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.core.protocol.room_messages import HintAim
from games.core.rules import Box, Dice, Position
from games.site.study.learning.boxes import adds

if TYPE_CHECKING:
    from games.core.solver.lattice import Floats

MAX_AIMS = 4
LEAST_SHARE = 0.08
"""A box that is filled less often is not worth mentioning."""


def aims_of(position: Position, keep: Dice) -> tuple[HintAim, ...]:
    """Return the boxes in which all of these dice end up useful if they are kept, the one that
    gains most first.

    The first call may load the solver: never call it in the event loop.
    Raises ValueError if there is nothing to roll.
    """
    if position.dice is None or not position.rolls_left:
        raise ValueError("there is nothing to roll")
    ends: dict[Box, list[tuple[float, int]]] = defaultdict(list)
    for chance, box, points in _ends(position, keep):
        ends[box].append((chance, points))
    found = [_aim(position, keep, position.dice, box, each) for box, each in ends.items()]
    told = [aim for aim in found if aim.share >= LEAST_SHARE]
    columns = position.variant.columns
    told.sort(key=lambda aim: -aim.share * (aim.points - aim.now) * columns[aim.column])
    return tuple(told[:MAX_AIMS])


def _aim(
    position: Position, keep: Dice, dice: Dice, box: Box, ends: list[tuple[float, int]]
) -> HintAim:
    share = sum(chance for chance, _ in ends)
    now = _points(position, box, dice)
    return HintAim(
        column=box.column,
        category=box.category,
        share=round(share, 4),
        points=round(sum(chance * points for chance, points in ends) / share, 4),
        now=now,
        faces=_lifting_faces(position, box, keep, now),
    )


def _points(position: Position, box: Box, dice: Sequence[int]) -> int:
    """Return the points of dice in a box, 0 where the joker rule forbids it."""
    return position.card.options(dice).get(box, 0)


def _lifting_faces(position: Position, box: Box, keep: Dice, now: int) -> tuple[int, ...]:
    variant = position.variant
    if len(keep) != variant.dice_count - 1:
        return ()
    faces = range(1, variant.faces + 1)
    return tuple(face for face in faces if _points(position, box, (*keep, face)) > now)


def _ends(position: Position, keep: Dice) -> list[tuple[float, Box, int]]:
    """Return what perfect play scores after keeping these dice: (probability, box, points). Leaves
    out results that do not use all of these dice.
    """
    from games.core import solver  # noqa: PLC0415 - few processes need NumPy
    from games.core.solver.lattice import ROLLS  # noqa: PLC0415

    card, variant = position.card, position.variant
    found = []
    for dice, chance in zip(ROLLS, _final_rolls(position, keep), strict=True):
        if chance > 0.0:
            last = Position(variant, card, dice, variant.rolls_per_turn)
            fill = solver.options(last)[0].fill
            assert fill is not None
            if _use_all(position, keep, dice, fill.box.category):
                found.append((float(chance), fill.box, fill.points))
    return found


def _use_all(position: Position, keep: Dice, dice: Dice, category: str) -> bool:
    """Whether each of the kept dice adds to the points of these dice in a box."""
    rest = list(dice)
    for face in keep:
        if face not in rest:
            return False
        rest.remove(face)
    return all(adds(position.variant, category, dice, dice.index(face)) for face in set(keep))


def _final_rolls(position: Position, keep: Dice) -> "Floats":
    """Return the probability of each roll of `lattice.ROLLS` at the end of the turn."""
    import numpy as np  # noqa: PLC0415

    from games.core.solver import roll_values  # noqa: PLC0415
    from games.core.solver.lattice import (  # noqa: PLC0415
        FIRST_ROLL,
        KEEP_COUNT,
        expect,
        keep_index,
        maximise_choosing,
    )

    mass = np.zeros(KEEP_COUNT)
    mass[keep_index(keep)] = 1.0
    _roll(mass)
    values = np.empty(KEEP_COUNT)
    values[FIRST_ROLL:] = roll_values(position.card, 0)
    chosen = np.empty(KEEP_COUNT, dtype=np.int64)
    for _ in range(position.rolls_left - 1):
        expect(values)
        maximise_choosing(values, chosen)
        before, mass = mass, np.zeros(KEEP_COUNT)
        np.add.at(mass, chosen[FIRST_ROLL:], before[FIRST_ROLL:])
        _roll(mass)
    return mass[FIRST_ROLL:]


def _roll(mass: "Floats") -> None:
    from games.core.solver.lattice import CHILDREN, FIRST_ROLL  # noqa: PLC0415

    for keep in range(FIRST_ROLL):
        if mass[keep] > 0.0:
            for child in CHILDREN[keep]:
                mass[child] += mass[keep] / len(CHILDREN[keep])
            mass[keep] = 0.0
