"""Compute the figures of variants with exact tables."""

from collections.abc import Sequence

import numpy as np

from games.core.rules import Variant
from games.core.solver.boxes import box_chances
from games.core.solver.distribution import distribution
from games.core.solver.lattice import Floats
from games.core.solver.score_figures import BoxFigures, Distribution, Figures
from games.core.solver.tables import table

SHARES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999)
EVERY = {1: 50, 3: 250}
"""The chance of reaching a score is given for multiples of this, by the number of columns."""
MIN_CHANCE = 1e-6
"""Scores with a lower chance are left out."""
STEP = 20
"""The width of the histogram of simulated scores, in points."""


def exact(variant: Variant) -> Figures:
    """Return the figures of a variant with one column. This takes seconds."""
    found = table(variant)
    chances = distribution(variant)
    boxes = box_chances(found)
    has_yahtzee = variant.switches.get("joker", "none") != "none"
    return Figures(
        mean=found.start,
        sd=found.sd,
        games=None,
        error=0.0,
        mode=int(chances.argmax()),
        distribution=Distribution(0, 1, tuple(_short(chances))),
        quantiles=quantiles(chances),
        at_least=at_least(chances, EVERY[1]),
        boxes=tuple(
            BoxFigures(0, category.id, float(mean), float(sd), float(zero))
            for category, mean, sd, zero in zip(
                variant.categories, boxes.means(), boxes.sds(), boxes.points[:, 0], strict=True
            )
        ),
        upper_bonus=() if variant.upper_bonus is None else (boxes.upper_bonus,),
        yahtzee_bonuses=boxes.yahtzee_bonuses if has_yahtzee else None,
    )


def quantiles(chances: Floats) -> tuple[tuple[float, int], ...]:
    """Return, for each q of `SHARES`, the smallest score that at most 1 - q of the games exceed."""
    below = np.cumsum(chances)
    return tuple((share, int(np.searchsorted(below, share))) for share in SHARES)


def at_least(chances: Floats, every: int) -> tuple[tuple[int, float], ...]:
    """Return the chance of reaching each multiple of `every`, without near 0 and near 1."""
    reach = np.cumsum(chances[::-1])[::-1]
    scores = range(every, len(chances), every)
    reached = [(score, float(reach[score])) for score in scores]
    return tuple((score, chance) for score, chance in reached if MIN_CHANCE <= chance < 0.9999)


def _short(chances: Sequence[float] | Floats) -> list[float]:
    """Return chances with five significant digits, which makes the file a third as large."""
    return [float(f"{chance:.5g}") for chance in chances]
