"""How many games tell a player from perfect play, by results, scores and losses."""

from math import ceil

import numpy as np

from games.core.rules import Variant
from games.core.solver.distribution import distribution
from games.core.solver.lattice import Floats, Ints
from games.core.solver.score_figures import SampleSize
from workshop.make.solver.simulation import Played, Policy, play

TEMPERATURES = (0.25, 0.5, 1.0, 2.0)
NEARLY_EQUAL = 0.01
"""A choice counts if its options differ by more than this, in expected points."""


def sample_sizes(variant: Variant, games: int, seed: int) -> tuple[SampleSize, ...]:
    """Return the sample sizes for softmax players of several temperatures.

    games: how many games of each player are simulated.
    """
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
    """Return the win rate of these scores against scores of a distribution; a tie counts half.

    others: the chance of each score from 0 on.
    """
    ahead = np.cumsum(others) - others / 2
    # A score above the distribution always wins.
    return float(np.append(ahead, 1.0)[np.minimum(mine, len(others))].mean())


def _needed(sd: float, difference: float) -> int:
    """Return after how many games a difference of means is two standard errors."""
    return ceil((2 * sd / difference) ** 2)
