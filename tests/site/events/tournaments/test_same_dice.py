"""Arenas in which every table plays rounds with the same dice for all its seats."""

from datetime import UTC, datetime

import msgspec
import pytest

from games.core.protocol.tournament_messages import TournamentView
from games.models import Rating, Tournament, TournamentSeries, User
from games.record.ratings.counting import count_results
from games.site.events.tournaments import api, scheduling, seating, standings
from games.site.events.tournaments.scheduling import Plan
from tests.site.events.tournaments.arena import arena, begin, enter, finish, wave
from tests.support.clock import FakeClock
from tests.support.people import keep

PLAN = Plan("Harbour Cup", "yatzy", 60, 3, False, 15, 45, dice="same")


@pytest.fixture(autouse=True)
def _stands_still(clock: FakeClock) -> None:
    """Only the tests move the time."""


def test_it_pairs_and_rates_in_the_pool_of_the_same_dice(
    alice: User, bob: User, clock: FakeClock
) -> None:
    for player in (alice, bob):
        keep(player)
    tournament = arena(dice="same", rated=True)
    numbers = {"mu": 1500.0, "sigma": 100.0, "rated_games": 1}
    Rating.objects.create(player=alice, pool="yacht", shown=1900, **numbers)
    Rating.objects.create(player=alice, pool="yacht:same", shown=1600, **numbers)
    enter(tournament, alice, bob)
    (found,) = [
        each.rating
        for each in seating.candidates(tournament, tournament.starts_at)
        if each.player == alice.pk
    ]
    assert found == 1600
    (room,) = wave(tournament)
    game = begin(room)
    finish(game, clock)
    assert count_results([game.pk])
    assert Rating.objects.get(player=alice, pool="yacht").rated_games == 1
    assert Rating.objects.get(player=alice, pool="yacht:same").rated_games == 2


def test_players_and_series_choose_it(alice: User) -> None:
    keep(alice)
    assert scheduling.open_tournament(alice.pk, PLAN).dice == "same"
    assert scheduling.open_tournament(alice.pk, PLAN._replace(dice="own")).dice == "own"
    TournamentSeries.objects.create(every="hour", variant="yacht", dice="same")
    scheduling.schedule_series(datetime(2026, 1, 1, 12, 30, tzinfo=UTC))
    assert Tournament.objects.get(every="hour").dice == "same"


@pytest.mark.parametrize("dice", ["own", "same"])
def test_the_socket_and_the_api_say_it(dice: str, transactional_db: None) -> None:
    tournament = arena(dice=dice)
    state = standings.read_state(tournament.pk)
    assert state is not None
    assert isinstance(state.view, TournamentView)
    (shown,) = api.tournaments().running
    for view in (state.view, shown):
        said = msgspec.to_builtins(view).get("dice")
        assert said == ("same" if dice == "same" else None)
