"""One turn of Triple Yahtzee from values after it: compiled, and by the definitions."""

import numpy as np
import pytest

from games.core.rules import Scorecard
from games.core.solver.triple.cards import Ints, read_card
from games.core.solver.triple.network import Network, empty_network, evaluate
from tests.core.solver.triple_cards import JOKERS, any_card
from tests.support.oracles import triple as triple_naive
from workshop.make.triple.backup import back_up


def any_network(seed: int) -> Network:
    """Return a network with random weights, large enough that all of them matter."""
    rng = np.random.default_rng(seed)
    network = empty_network(16)
    for part in network:
        part[:] = rng.normal(0, 10, part.shape)
    network.pairs[:] += network.pairs.transpose(0, 2, 1).copy()
    network.pairs[:, range(39), range(39)] = 0
    return network


def naive_turn(card: Scorecard, network: Network) -> float:
    return triple_naive.turn(card, lambda after: evaluate(read_card(after), network))


def back_up_one(card: Scorecard, network: Network) -> float:
    states: Ints = read_card(card)[np.newaxis]
    return float(back_up(states, card.variant.switches["joker"], network, 0)[0])


@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("left", [1, 2, 5, 20, 39])
def test_it_equals_the_definition(joker: str, left: int) -> None:
    network = any_network(left)
    card = any_card(joker, left, seed=left)

    assert back_up_one(card, network) == pytest.approx(naive_turn(card, network), abs=1e-8)
