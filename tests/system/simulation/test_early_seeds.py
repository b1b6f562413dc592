"""Ten simulated sites. Before a release test_later_seeds.py has seventy more; `--hours` tries
thousands.
"""

from collections.abc import Sequence

import pytest

from tests.system.simulation.trying import assert_all_hold

# Some of them are those at which test_mutants.py begins: they show rare mistakes, too.
SEEDS = [*range(1, 6), *range(31, 36)]


@pytest.mark.simulation
def test_it_holds_whatever_goes_wrong(seeds: Sequence[int]) -> None:
    assert_all_hold(seeds)
