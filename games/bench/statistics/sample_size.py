"""After how many games results, scores and losses tell a player from perfect play."""

from math import ceil

import numpy as np

from games.bench.solver.simulation import Played, Policy, play
from games.rules import Variant
from games.solver.distribution import distribution
from games.solver.lattice import Floats, Ints
from games.statistics.figures import SampleSize

TEMPERATURES = (0.25, 0.5, 1.0, 2.0)
NEARLY_EQUAL = 0.01
"""A choice counts when all there is to choose from is not within so many points."""


def telling(variant: Variant, games: int, seed: int) -> tuple[SampleSize, ...]:
    """Return what is needed to tell softmax players of several temperatures from perfect play."""
    perfect = distribution(variant)
    return tuple(
        _measured(temperature, play(variant, Policy(temperature), games, seed), perfect)
        for temperature in TEMPERATURES
    )


def _measured(temperature: float, played: Played, perfect: Floats) -> SampleSize:
    losses = np.nansum(played.losses, axis=(1, 2))
    lost, spread = float(losses.mean()), float(losses.std(ddof=1))
    wins = win_share(played.totals, perfect)
    counted = played.stakes > NEARLY_EQUAL
    return SampleSize(
        temperature=temperature,
        score=float(played.totals.mean()),
        loss=lost,
        loss_sd=spread,
        loss_a_choice=float(played.losses[counted].mean()),
        wins=wins,
        by_results=_needed(0.5, 0.5 - wins),
        by_scores=_needed(float(played.totals.std(ddof=1)), lost),
        by_losses=_needed(spread, lost),
    )


def win_share(mine: Ints, others: Floats) -> float:
    """Return how often one of these scores is above one of the distribution `others` (the chance
    of each score), half of the ties counted.
    """
    ahead = np.cumsum(others) - others / 2
    # Above all that others can reach one is sure to be ahead.
    return float(np.append(ahead, 1.0)[np.minimum(mine, len(others))].mean())


def _needed(sd: float, difference: float) -> int:
    """Return after how many games a mean differs by two of its standard errors."""
    return ceil((2 * sd / difference) ** 2)
