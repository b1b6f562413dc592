"""Records: games with others and solo games apart, full cards without hints only."""

import random

import pytest
from django.db.models import F

from games.core.engine import Abort, Hint, Roll
from games.models import Game, Rating, User
from games.record.ratings.recomputing import recompute
from games.tables.live.results import count_finished_games
from tests.record.ratings.games import begun_game, finished_game, play
from tests.support import desk
from tests.support.oracles import records as naive
from tests.support.people import account

pytestmark = pytest.mark.registered

NONE = (None, None)


def of(player: User) -> dict[str, tuple[int | None, int | None]]:
    """The player's records, and the games that set them."""
    row = Rating.objects.get(player=player)
    return {
        "table": (row.best_table, row.best_table_game_id),
        "solo": (row.best_solo, row.best_solo_game_id),
    }


def asked_for_hint(*people: User, turns: int, seed: int = 0, bots: int = 0) -> Game:
    """A game that is over, in which the first seat asked for a hint after so many turns of all."""
    game, rng = begun_game(*people, rated=False, bots=bots), random.Random(seed)
    desk.play(game, turns * len(people), rng)
    desk.act(game, 0, Roll(turns + 1, 0))
    desk.act(game, 0, Hint(turns + 1, 1))
    return play(game, rng)


def left(*people: User, turns: int, seed: int = 0, bots: int = 0) -> Game:
    """A game whose first seat resigned after so many turns."""
    return finished_game(*people, seed=seed, resigns=(0, turns), rated=False, bots=bots)


def points_of(game: Game, seat: int) -> int | None:
    return naive.points(game.scorecards.get(seat=seat))


def test_a_game_with_others_is_on_their_board_only(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    count_finished_games()
    assert of(alice) == {"table": (points_of(game, 0), game.pk), "solo": NONE}


@pytest.mark.parametrize("bots", [0, 1])
def test_a_game_alone_or_against_bots_is_on_the_solo_board_only(
    alice: User, bob: User, bots: int
) -> None:
    game = finished_game(*([alice, bob] if bots else [alice]), bots=bots, rated=False)
    count_finished_games()
    assert of(alice) == {"table": NONE, "solo": (points_of(game, 0), game.pk)}


def test_a_game_that_the_other_people_left_early_is_on_no_board(alice: User, bob: User) -> None:
    finished_game(bob, alice, account("Robot"), resigns=(0, 5), rated=False, bots=1)
    count_finished_games()
    assert of(alice) == {"table": NONE, "solo": NONE}
    assert Rating.objects.get(player=alice).games == 1


def test_a_card_that_others_cut_short_is_no_record(alice: User, bob: User) -> None:
    finished_game(alice, bob, resigns=(1, 8), rated=False)
    count_finished_games()
    assert of(alice) == {"table": NONE, "solo": NONE}


def test_a_hint_costs_only_the_player_who_asked(alice: User, bob: User) -> None:
    game = asked_for_hint(alice, bob, turns=3)
    count_finished_games()
    assert of(alice) == {"table": NONE, "solo": NONE}
    assert of(bob)["table"] == (points_of(game, 1), game.pk)


def test_a_game_that_staff_ended_counts_for_nobody(alice: User) -> None:
    game = begun_game(alice, rated=False)
    desk.play(game, 3, random.Random(0))
    desk.act(game, None, Abort("staff"))
    assert count_finished_games() == []
    assert not Rating.objects.exists()


def many_games(people: list[User], count: int) -> None:
    """Games of all kinds, none counted."""
    rng = random.Random(11)
    for seed in range(count):
        seats = rng.sample(people, rng.choice((1, 1, 1, 2, 3)))
        bots = rng.choice((0, 0, len(seats) - 1))
        kind = rng.random()
        if kind < 0.5:
            finished_game(*seats, seed=seed, rated=False, bots=bots)
        elif kind < 0.75:
            left(*seats, turns=rng.randint(0, 11), seed=seed, bots=bots)
        else:
            asked_for_hint(*seats, turns=rng.randint(0, 11), seed=seed, bots=bots)


@pytest.fixture
def people(alice: User, bob: User, charlie: User) -> list[User]:
    return [alice, bob, charlie]


def test_it_keeps_the_same_records_as_with_a_pencil(people: list[User]) -> None:
    many_games(people, 60)
    while count_finished_games():
        pass
    expected = naive.records()
    assert {board for _, board in expected} == {"table", "solo"}
    stored = {(player.pk, board): best for player in people for board, best in of(player).items()}
    assert {key: best for key, best in stored.items() if best != NONE} == expected


def test_recomputing_finds_a_wrong_record(people: list[User]) -> None:
    many_games(people, 10)
    count_finished_games()
    Rating.objects.filter(best_solo__isnull=False).update(best_solo=F("best_solo") + 1)
    assert any("best_solo" in problem for problem in recompute(check=True).problems)
