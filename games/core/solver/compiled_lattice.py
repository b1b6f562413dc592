"""The lattice of keeps in compiled code, for one turn at a time (see `lattice`)."""

from games.core.rules.scoring import DICE_COUNT, FACES
from games.core.solver.compiled import compiled
from games.core.solver.lattice import (
    CHILDREN,
    EQUAL,
    FIRST_ROLL,
    KEEP_COUNT,
    PARENTS,
    Floats,
    Ints,
)


@compiled
def expect(keep_values: Floats) -> None:
    """Compute the values of the keeps from the values of the rolls, in place.

    `keep_values` is (462,); its last 252 entries are read and the first 210 are written.
    """
    for keep in range(FIRST_ROLL - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += keep_values[CHILDREN[keep, face]]
        keep_values[keep] = total / FACES


@compiled
def maximise(keep_values: Floats) -> None:
    """Replace the value of each keep by the best value of it and all keeps within it, in place.

    `keep_values` is (462,). Afterwards its last 252 entries are the values of the rolls if the
    player may keep all five dice or roll some of them.
    """
    for keep in range(1, KEEP_COUNT):
        best = keep_values[keep]
        for place in range(DICE_COUNT):
            parent = PARENTS[keep, place]
            if parent < 0:
                break
            best = max(best, keep_values[parent])
        keep_values[keep] = best


@compiled
def maximise_choosing(keep_values: Floats, choice: Ints) -> None:
    """Do `maximise`, and write the number of the best keep within each keep into `choice`, (462,).

    Ties (to 1e-10) go to the keep with more dice.
    """
    choice[0] = 0
    for keep in range(1, KEEP_COUNT):
        best, chosen = keep_values[keep], keep
        for place in range(DICE_COUNT):
            parent = PARENTS[keep, place]
            if parent < 0:
                break
            if keep_values[parent] > best + EQUAL:
                chosen = choice[parent]
            best = max(best, keep_values[parent])
        keep_values[keep], choice[keep] = best, chosen
