"""Eighty simulated sites: in two files, for two processes. `--hours` tries thousands."""

from collections.abc import Sequence

import pytest

from tests.system.simulation.trying import assert_all_hold

SEEDS = range(1, 41)


@pytest.mark.simulation
def test_it_holds_whatever_goes_wrong(seeds: Sequence[int]) -> None:
    assert_all_hold(seeds)
