"""What changes in a view: the old view and the changes make the new view."""

from itertools import pairwise
from random import Random

import msgspec
import pytest

from games.core.engine import GameState, ViewChanges, evolve, initial_state, view_changes
from games.core.engine.actions import Abort
from games.core.engine.events import GameStarted
from games.core.rules import find_variant
from tests.core.engine.golden_games import GOLDEN_GAMES, Golden
from tests.core.engine.invariants import check_changes
from tests.core.engine.rounds_table import RoundsTable

PAIRS = 60


def states_of(game: Golden) -> list[GameState]:
    """The state after each event of a game."""
    first, *others = game.log
    assert isinstance(first, GameStarted)
    states = [initial_state(first)]
    for event in others:
        states.append(evolve(states[-1], event))
    return states


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=lambda game: game.name)
def test_it_leads_from_each_view_to_the_next(game: Golden) -> None:
    for before, after in pairwise(states_of(game)):
        check_changes(before, after)


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=lambda game: game.name)
def test_it_leads_from_a_view_to_any_later_one(game: Golden) -> None:
    states, random = states_of(game), Random(5)
    for _ in range(PAIRS):
        first, second = sorted(random.choices(range(len(states)), k=2))
        check_changes(states[first], states[second])


@pytest.mark.parametrize("game", GOLDEN_GAMES, ids=lambda game: game.name)
def test_it_is_valid_by_its_type(game: Golden) -> None:
    for before, after in pairwise(states_of(game)):
        changes = view_changes(before, after)
        assert msgspec.json.decode(msgspec.json.encode(changes), type=ViewChanges) == changes


def test_the_end_of_a_round_that_a_seat_has_played_ends_its_clock() -> None:
    table = RoundsTable(find_variant("yacht"), 2)
    table.turn(0)
    before = table.state
    table.act(None, Abort("staff"))
    check_changes(before, table.state)
    for viewer in (0, 1, None):
        assert view_changes(before, table.state, viewer).deadline is None
