"""Score boards: games with others and solo games apart, without hints, from the first box on."""

import random
from typing import Any

import pytest
from django.db.models import F

from games.engine import Abort, Hint, Resign, Roll
from games.live.results import count_finished_games
from games.log.loading import load_game
from games.models import Game, Rating, Tally, User
from games.ratings.recomputing import recompute
from tests.oracles import score_boards as naive
from tests.ratings.games import begun_game, finished_game, play
from tests.support import desk
from tests.support.people import account

pytestmark = pytest.mark.registered

COLUMNS = {"best": "best_{}", "game": "best_{}_game_id", "totals": "totals_{}"}
AVERAGE = {"average": "average_{}"}
BOARDS = ("table", "solo")


def columns(row: Rating | Tally, board: str, names: dict[str, str]) -> dict[str, Any]:
    return {name: getattr(row, column.format(board)) for name, column in names.items()}


def stored() -> dict[tuple[int, str], dict[str, Any]]:
    """What the boards have of each player; nothing is left out."""
    rows = {
        (row.player_id, board): columns(row, board, COLUMNS | AVERAGE)
        for row in Rating.objects.filter(player__is_bot=False)
        for board in BOARDS
    }
    return {key: row for key, row in rows.items() if row["totals"]}


def of(player: User, board: str) -> dict[str, Any]:
    row = Rating.objects.get(player=player)
    return columns(row, board, COLUMNS)


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


def points_of(game: Game, seat: int, boxes: int = 12) -> int:
    """The points of the first boxes of a seat, from the rows of the log."""
    card = game.scorecards.get(seat=seat)
    return sum(naive.points(card)[:boxes])


def test_a_game_with_others_is_on_their_board_only(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    count_finished_games()
    total = points_of(game, 0)
    assert of(alice, "table") == {"best": total, "game": game.pk, "totals": [total]}
    assert of(alice, "solo") == {"best": None, "game": None, "totals": []}


@pytest.mark.parametrize("bots", [0, 1])
def test_a_game_alone_or_against_bots_is_on_the_solo_board_only(
    alice: User, bob: User, bots: int
) -> None:
    game = finished_game(*([alice, bob] if bots else [alice]), bots=bots, rated=False)
    count_finished_games()
    total = points_of(game, 0)
    assert of(alice, "solo") == {"best": total, "game": game.pk, "totals": [total]}
    assert of(alice, "table") == {"best": None, "game": None, "totals": []}
    assert {row.best_solo for row in Tally.objects.all()} == {total}
    assert {row.best_table for row in Tally.objects.all()} == {None}


def test_a_game_that_the_other_people_left_early_is_on_no_board(alice: User, bob: User) -> None:
    finished_game(bob, alice, account("Robot"), resigns=(0, 5), rated=False, bots=1)
    count_finished_games()
    assert of(alice, "table") == of(alice, "solo") == {"best": None, "game": None, "totals": []}
    assert Rating.objects.get(player=alice).games == 1


def test_a_card_that_others_cut_short_counts_for_nothing(alice: User, bob: User) -> None:
    finished_game(alice, bob, resigns=(1, 8), rated=False)
    count_finished_games()
    assert of(alice, "table") == {"best": None, "game": None, "totals": []}


@pytest.mark.parametrize("turns", [0, 1, 7])
def test_a_hint_takes_a_solo_game_off_the_boards_but_its_points_so_far_stay(
    alice: User, turns: int
) -> None:
    game = asked_for_hint(alice, turns=turns)
    count_finished_games()
    so_far = [points_of(game, 0, turns)] if turns else []
    assert of(alice, "solo") == {"best": None, "game": None, "totals": so_far}


def test_a_hint_costs_only_the_player_who_asked(alice: User, bob: User) -> None:
    game = asked_for_hint(alice, bob, turns=3)
    count_finished_games()
    assert of(alice, "table") == {"best": None, "game": None, "totals": [points_of(game, 0, 3)]}
    total = points_of(game, 1)
    assert of(bob, "table") == {"best": total, "game": game.pk, "totals": [total]}


@pytest.mark.parametrize("bots", [0, 1])
@pytest.mark.parametrize("turns", [0, 1, 11])
def test_a_solo_game_that_is_left_counts_from_its_first_box_and_never_as_a_best(
    alice: User, bob: User, turns: int, bots: int
) -> None:
    game = left(*([alice, bob] if bots else [alice]), turns=turns, bots=bots)
    count_finished_games()
    so_far = [points_of(game, 0, turns)] if turns else []
    assert of(alice, "solo") == {"best": None, "game": None, "totals": so_far}


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


def test_it_keeps_the_same_boards_as_with_a_pencil(people: list[User]) -> None:
    many_games(people, 120)
    while count_finished_games():
        pass
    expected = naive.scores()
    assert {board for _, board in expected} == {"table", "solo"}
    assert any(row["average"] is not None for row in expected.values())
    assert stored() == {key: row for key, row in expected.items() if row["totals"]}


def test_recomputing_finds_a_wrong_score(people: list[User]) -> None:
    many_games(people, 10)
    count_finished_games()
    Rating.objects.filter(best_solo__isnull=False).update(best_solo=F("best_solo") + 1)
    assert any("best_solo" in problem for problem in recompute(check=True).problems)


def test_a_player_who_resigns_against_bots_leaves_them_to_play_on(alice: User, bob: User) -> None:
    game = begun_game(alice, bob, account("Charlie"), rated=False, bots=2)
    desk.play(game, 6, random.Random(0))
    desk.act(game, 0, Resign())
    assert load_game(game.pk).state.status == "playing"
    play(game, random.Random(1))
    count_finished_games()
    assert of(alice, "solo")["totals"] == [points_of(game, 0, 2)]
