"""How large the messages about a move are, on average over whole games."""

import pytest

from games.core.rules import VARIANTS, Variant
from tests.core.protocol.moves import deltas, mean_bytes, moves_of_a_game, updates

MAX_MEAN = 700


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_a_delta_has_at_most_700_bytes_on_average(variant: Variant, seats: int) -> None:
    moves = moves_of_a_game(variant, seats)
    assert len(moves) > 2 * seats * variant.rounds
    assert moves[-1].after.status == "finished"
    assert mean_bytes(deltas(moves)) <= MAX_MEAN
    assert mean_bytes(deltas(moves)) < mean_bytes(updates(moves)) / 3
