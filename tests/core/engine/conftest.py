"""Games at their start: alice, bob and charlie, with scripted dice."""

import pytest

from games.core.rules import VARIANTS
from tests.core.engine.table import ALICE, BOB, CHARLIE, Table


@pytest.fixture
def alone() -> Table:
    """Alice alone, playing Yacht without a clock."""
    return Table(VARIANTS["yacht"], ALICE)


@pytest.fixture
def table() -> Table:
    """Alice (seat 0) and Bob (seat 1), playing Yacht without a clock."""
    return Table(VARIANTS["yacht"], ALICE, BOB)


@pytest.fixture
def three() -> Table:
    """Alice, Bob and Charlie, playing Yacht without a clock."""
    return Table(VARIANTS["yacht"], ALICE, BOB, CHARLIE)


@pytest.fixture
def clocked() -> Table:
    """Alice and Bob, playing Yacht with 60 seconds a turn."""
    return Table(VARIANTS["yacht"], ALICE, BOB, clock=60)
