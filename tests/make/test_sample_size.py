"""How many games tell a player from perfect play: the parts of the computation, by hand."""

import numpy as np
import pytest

from games.rules import VARIANTS
from make.statistics.sample_size import TEMPERATURES, sample_sizes, win_share


def test_it_counts_wins_and_half_of_the_ties() -> None:
    mine, others = np.array([0, 2, 3, 9]), np.array([0.0, 0.25, 0.5, 0.25])
    # 0 beats nothing; 2 beats 1 and ties with 2; 3 beats 1 and 2, ties with 3; 9 beats all.
    assert win_share(mine, others) == pytest.approx((0 + 0.5 + 0.875 + 1) / 4)


def test_it_needs_fewer_games_for_weaker_players() -> None:
    rows = sample_sizes(VARIANTS["yacht"], 500, seed=1)
    assert [row.temperature for row in rows] == list(TEMPERATURES)
    losses = [row.loss for row in rows]
    assert losses == sorted(losses)
    assert [row.by_scores for row in rows] == sorted((row.by_scores for row in rows), reverse=True)
    for row in rows:
        assert row.by_losses == int(np.ceil(4 * row.loss_sd**2 / row.loss**2))
