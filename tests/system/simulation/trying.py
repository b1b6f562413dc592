"""Simulate a block of seeds."""

from collections.abc import Iterable

import pytest

from tests.system.simulation.plan import make_plan
from tests.system.simulation.shrinking import shrink
from tests.system.simulation.world import simulate


def assert_all_hold(seeds: Iterable[int]) -> None:
    """Fail with the shortest story of the first seed in which a judge complains."""
    for seed in seeds:
        outcome = simulate(make_plan(seed))
        if outcome.violation is not None:
            story = shrink(outcome).story
            pytest.fail(
                f"seed {seed} (script/test tests/system/simulation --seed {seed}):\n{story}"
            )
