"""A hundred simulated sites: in two files, for two processes."""

import pytest

from tests.simulation.trying import assert_all_hold, seeds_of


@pytest.mark.simulation
@pytest.mark.parametrize("first", range(101, 201, 10))
def test_it_holds_whatever_goes_wrong(first: int, pytestconfig: pytest.Config) -> None:
    assert_all_hold(seeds_of(pytestconfig, range(first, first + 10)))
