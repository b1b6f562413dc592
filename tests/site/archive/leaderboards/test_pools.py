"""Profiles and leaderboards of games with the same dice for everybody."""

import pytest
from django.test import Client

from games.models import Game, User
from games.platform.clock import utc_now
from games.record.ratings.counting import count_results
from games.site.archive.history.preview import read_result
from games.site.archive.leaderboards.boards import Kind, find_entry, open_board
from games.site.archive.profiles import player_profile
from games.site.archive.profiles.preview import read_profile
from games.site.shared.sharing.contents import FinishedGame, Profile
from tests.record.ratings.games import finished_game

pytestmark = pytest.mark.registered

SAME = "yacht:same"


def counted(*people: User, same: bool, seed: int = 0) -> None:
    assert count_results([finished_game(*people, seed=seed, same=same).pk])


def test_profiles_show_it_only_to_those_who_have_played_it(
    alice: User, bob: User, outsider: Client
) -> None:
    counted(alice, bob, same=False)
    assert [record.name for record in player_profile.records_of(alice)] == ["Yacht"]
    counted(alice, bob, same=True)
    counted(alice, bob, same=True, seed=1)
    names = [record.name for record in player_profile.records_of(alice)]
    assert names == ["Yacht, same dice", "Yacht"]
    page = outsider.get("/@Alice/?variant=yacht:same").content.decode()
    assert 'id="chosen-title">Rating in Yacht, same dice<' in page
    lists = {
        pool: outsider.get(f"/@Alice/games/?variant={pool}").context["games"].rows
        for pool in ("", "yacht", SAME, "yatzy:same")
    }
    assert [len(rows) for rows in lists.values()] == [3, 1, 2, 0]
    assert {row.name for row in lists[SAME]} == {"Yacht, same dice"}


def test_leaderboards_offer_it_once_somebody_has_played_it(
    alice: User, bob: User, outsider: Client
) -> None:
    counted(alice, bob, same=False)
    for path in ("/leaderboards/yacht/", "/leaderboards/yacht/?dice=same"):
        page = outsider.get(path)
        assert ("Same dice" in page.content.decode()) is ("same" in path)
    for seed in range(5):
        counted(alice, bob, same=True, seed=seed)
    assert "Same dice" in outsider.get("/leaderboards/yacht/").content.decode()
    assert "Same dice" not in outsider.get("/leaderboards/yatzy/").content.decode()
    shown = outsider.get("/leaderboards/yacht/?dice=same&board=records").content.decode()
    assert "Yacht, same dice" in shown
    board = open_board(Kind.RECORDS, SAME, utc_now())
    assert all(find_entry(board, player.pk) is not None for player in (alice, bob))


def test_pictures_name_the_pool_of_a_rating_and_of_a_result(alice: User, bob: User) -> None:
    counted(alice, bob, same=False)
    for seed in range(2):
        counted(alice, bob, same=True, seed=seed)
    profile = read_profile("Alice")
    assert profile is not None
    assert isinstance(profile.content, Profile)
    assert profile.content.label == "Yacht, same dice rating"
    assert len(profile.content.chart) == 2
    game = Game.objects.latest("pk")
    result = read_result(game.code)
    assert result is not None
    assert isinstance(result.content, FinishedGame)
    assert result.content.eyebrow.startswith("Yacht, same dice")
