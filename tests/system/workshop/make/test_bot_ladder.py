"""The measured strength of bots, compared with naive counting and with real games."""

import numpy as np
import pytest

from games.core import bots
from games.core.bots import figures
from games.core.bots.personalities import PERSONALITIES
from games.core.engine import decide, evolve_all
from games.core.rules import VARIANTS, Position, Scorecard, Variant, find_variant
from games.core.solver import value
from games.core.solver.lattice import Floats
from tests.core.bots.games import table_of
from workshop.make.bots import simulation, triple_simulation

pytestmark = [pytest.mark.simulation, pytest.mark.release]


class DrawnDice:
    """Dice from the uniform numbers of a simulation, in order."""

    def __init__(self, draws: Floats) -> None:
        self._draws = iter(draws)

    def throw(self, *where: int) -> int:
        """Return the next face."""
        return int(next(self._draws) * 6) + 1

    def reveal(self) -> str:
        """Return a secret that proves nothing."""
        return "00"


def play_at_a_table(name: str, variant: str, draws: Floats) -> int:
    """Return the total of a bot that plays a solitaire game with these dice."""
    state = table_of(name, variant=variant)
    while state.status == "playing":
        turn = state.seats[0].turn
        dice = DrawnDice(draws[turn.number - 1, 5 * turn.rolls :])
        events = decide(state, 0, bots.choose(state, 0, 0.5), dice, state.due(0) or 0)
        state = evolve_all(state, events)
    return state.seats[0].card.total


@pytest.mark.parametrize("name", ["polaris", "gull", "anchor", "marlin"])
@pytest.mark.parametrize("variant", ["yacht", "yahtzee"])
def test_it_simulates_the_same_moves_as_a_real_game(name: str, variant: str) -> None:
    rules, games = find_variant(variant), 3
    seed = [5, sum(name.encode())]
    draws = np.random.default_rng(seed).random((games, len(rules.boxes), 18))
    played = simulation.play_games(rules, PERSONALITIES[name], 0.0, games, 5)
    for game in range(games):
        assert play_at_a_table(name, variant, draws[game]) == played.totals[game]


@pytest.mark.parametrize("name", ["polaris", "gull", "anchor", "marlin"])
def test_it_simulates_three_columns_like_a_real_game(name: str) -> None:
    rules = find_variant("triple_yahtzee")
    draws = np.random.default_rng([5, 0, sum(name.encode())]).random((1, len(rules.boxes), 18))[0]
    played = triple_simulation.play_games(rules, PERSONALITIES[name], 0.0, 1, 5)
    assert play_at_a_table(name, rules.id, draws) == played.totals[0]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_it_shows_means_and_losses_that_add_up_to_perfect_play(variant: Variant) -> None:
    # Mean and loss are measured separately; their sum is the mean of perfect play.
    found = figures.ladder(variant.id)
    assert found is not None
    assert list(found.figures) == list(PERSONALITIES)
    start = value(Position(variant, Scorecard(variant)))
    for id_, each in found.figures.items():
        lost = each.loss * len(variant.boxes)
        assert each.average + lost == pytest.approx(start, abs=5 * each.error)
        share = PERSONALITIES[id_].loss_share
        if share:
            assert lost == pytest.approx(share * start, rel=0.06)
    assert found.figures["polaris"].loss == 0
    assert found.figures["breeze"].rating == 1500


def test_it_has_a_temperature_for_every_bot_with_mistakes_in_every_variant() -> None:
    for variant in VARIANTS:
        for id_, personality in PERSONALITIES.items():
            if personality.makes_mistakes:
                assert 0 < figures.temperature(id_, variant) < 10
    assert figures.rating("breeze", "yacht") == 1500
    assert figures.rating("breeze", "no such") is None
