"""Seventy simulated sites more than in test_early_seeds.py."""

from collections.abc import Sequence

import pytest

from tests.system.simulation.trying import assert_all_hold

# Both files have the seeds at which test_mutants.py begins: those that show rare mistakes, too.
SEEDS = [*range(6, 31), *range(36, 61), *range(181, 201)]


@pytest.mark.simulation
@pytest.mark.release
def test_it_holds_whatever_goes_wrong(seeds: Sequence[int]) -> None:
    assert_all_hold(seeds)
