"""Simulate a block of seeds, or the seed of the command line."""

from collections.abc import Iterable

import pytest

from tests.simulation.plan import make_plan
from tests.simulation.shrinking import shrink
from tests.simulation.world import simulate


def assert_all_hold(seeds: Iterable[int]) -> None:
    """Fail with the shortest story of the first seed in which a judge complains."""
    for seed in seeds:
        outcome = simulate(make_plan(seed))
        if outcome.violation is not None:
            story = shrink(outcome).story
            pytest.fail(f"seed {seed} (script/test tests/simulation --seed {seed}):\n{story}")


def seeds_of(config: pytest.Config, block: range) -> Iterable[int]:
    """Return the seeds to simulate: those of the block, unless one is named."""
    named = config.getoption("simulated_seed")
    return block if named is None else [named]
