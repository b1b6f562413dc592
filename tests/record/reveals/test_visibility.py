"""Who sees a game whose dice others may still play: one rule, as an answer and as a list."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.engine import Resign
from games.models import DiceShare, Game, User
from games.record.log.ending import abort_game
from games.record.reveals.shared_dice import open_share, reveal_share
from games.record.reveals.visibility import has_page, hidden_from, is_open, may_see, seen_by
from games.tables.rooms.shared_games import open_shared_game
from tests.support.played import act, finished_game, play_out, take_turn

Do = Callable[[Game], object]
STATES: dict[str, Do] = {
    "nothing yet": lambda game: None,
    "in the middle": take_turn,
    "finished": play_out,
    "resigned": lambda game: act(game, 0, Resign()),
    "aborted": lambda game: abort_game(game.pk, "daily"),
}
OVER = ("finished", "resigned")
"""What counts as finished, for the game that somebody asks for."""


@pytest.fixture(params=[False, True], ids=["players see", "finishers see"])
def share(request: pytest.FixtureRequest, db: None) -> DiceShare:
    code = open_share()
    DiceShare.objects.filter(code=code).update(finishers_see=request.param)
    return DiceShare.objects.get(code=code)


def game_of(player: User, share: DiceShare, state: str) -> Game:
    game = open_shared_game(player, "yacht", share.code).game
    assert game is not None
    STATES[state](game)
    game.refresh_from_db()
    return game


def sees(game: Game, viewer: int | None) -> bool:
    """Whether somebody may see it: all forms of the rule must agree."""
    found = may_see(game, viewer)
    assert seen_by(Game.objects.all(), viewer).filter(pk=game.pk).exists() == found
    assert hidden_from(viewer).filter(pk=game.pk).exists() != found
    return found


@pytest.mark.parametrize("asked", STATES)
@pytest.mark.parametrize("own", ["none", *STATES])
def test_it_is_seen_by_its_player_and_by_finishers_where_they_see(
    share: DiceShare, alice: User, bob: User, asked: str, own: str
) -> None:
    game = game_of(bob, share, asked)
    if own != "none":
        game_of(alice, share, own)
    expected = share.finishers_see and own == "finished" and asked in OVER
    assert sees(game, alice.pk) == expected
    assert has_page(game, alice.pk) == expected
    assert (sees(game, bob.pk), sees(game, None)) == (True, False)
    assert has_page(game, bob.pk) == (share.finishers_see and asked in OVER)


def test_a_game_of_another_group_shows_nothing(alice: User, bob: User, share: DiceShare) -> None:
    other = DiceShare.objects.create(code=open_share()[::-1], finishers_see=True)
    game = game_of(bob, share, "finished")
    Game.objects.filter(pk=game_of(alice, share, "finished").pk).update(share=other.code)
    assert not sees(game, alice.pk)


def test_the_reveal_shows_it_to_everybody(share: DiceShare, bob: User) -> None:
    game = game_of(bob, share, "finished")
    assert is_open(game)
    reveal_share(share.code)
    assert (sees(game, None), is_open(game), has_page(game, None)) == (True, False, True)


def test_it_asks_no_query_about_other_games(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = finished_game(alice, bob)
    with django_assert_num_queries(0):
        assert may_see(game, None)
    assert sees(game, None)
