"""Results with the same dice for everybody count apart from those with own dice."""

import json

import pytest
from pytest_django.fixtures import Settings

from games.models import Game, Rating, Scorecard, Tally, User
from games.record.ratings.counting import count_results
from games.record.ratings.listing import refresh_eligibility
from games.record.ratings.model import MAX_A_DAY
from games.record.ratings.pools import POOLS, pool_name, pool_of
from games.record.ratings.recomputing import recompute
from games.site.account.membership.export import export
from games.site.archive.leaderboards.api import leaderboard
from games.site.archive.profiles.api import player, player_games
from games.site.shared.answers import types
from games.tables.matchmaking.lobby import read_lobby
from tests.record.ratings.games import finished_game
from tests.support.people import seated

pytestmark = pytest.mark.registered

SAME = "yacht:same"


def counted(*people: User, same: bool, seed: int = 0, rated: bool = True) -> Game:
    game = finished_game(*people, seed=seed, same=same, rated=rated)
    assert count_results([game.pk])
    return game


def rows(variant: str) -> dict[str, tuple[int, int]]:
    """Return the rating and the number of rated games of each player, by name."""
    found = Rating.objects.filter(pool=variant).select_related("player")
    return {row.player.name: (row.shown, row.rated_games) for row in found}


def test_it_names_a_pool_as_old_rows_are_named() -> None:
    assert (pool_of("yacht", "own"), pool_of("yacht", "same")) == ("yacht", SAME)
    assert (pool_name("yacht"), pool_name(SAME)) == ("Yacht", "Yacht, same dice")
    longest = Rating._meta.get_field("pool").max_length
    assert longest is not None
    assert max(map(len, POOLS)) <= longest


def test_it_has_a_rating_of_its_own(alice: User, bob: User) -> None:
    counted(alice, bob, same=False)
    own = rows("yacht")
    for seed in range(3):
        counted(alice, bob, same=True, seed=seed)
    assert rows("yacht") == own
    assert {count for _, count in rows(SAME).values()} == {3}
    assert rows(SAME)["Alice"] != own["Alice"]
    assert {tally.pool for tally in Tally.objects.all()} == {"yacht", SAME}
    cards = Scorecard.objects.filter(player=alice).order_by("pk")
    assert [card.pool for card in cards] == ["yacht", SAME, SAME, SAME]


def test_it_begins_with_the_rating_of_new_players(alice: User, bob: User) -> None:
    # The first game of a pool rates as the first game of a new player, whatever came before.
    for seed in range(3):
        counted(alice, bob, same=False, seed=seed)
    counted(alice, bob, same=True, seed=4)
    cards = Scorecard.objects.filter(pool=SAME)
    assert {(card.mu_before, card.sigma_before) for card in cards} == {(1500.0, 100.0)}


def test_it_computes_the_same_again_from_the_logs(alice: User, bob: User, charlie: User) -> None:
    for seed, same in enumerate([True, False, True, True]):
        counted(alice, bob, charlie, same=same, seed=seed)
    assert recompute(check=True).problems == ()
    before = list(Rating.objects.order_by("pk").values())
    Rating.objects.filter(pool=SAME).delete()
    recompute()
    after = list(Rating.objects.order_by("player", "pool").values())
    without_id = [{k: v for k, v in row.items() if k != "id"} for row in after]
    assert sorted(json.dumps(row, default=str) for row in without_id) == sorted(
        json.dumps({k: v for k, v in row.items() if k != "id"}, default=str) for row in before
    )


def test_it_limits_games_of_the_same_two_players_in_each_pool(alice: User, bob: User) -> None:
    for seed in range(MAX_A_DAY + 1):
        counted(alice, bob, same=False, seed=seed)
    assert Game.objects.exclude(uncounted="").exists()
    assert counted(alice, bob, same=True).uncounted == ""


def test_the_api_and_the_export_tell_them_apart(alice: User, bob: User) -> None:
    counted(alice, bob, same=False)
    counted(alice, bob, same=True)
    records = {record.dice: record.games for record in player(alice).records}
    assert list(records.values()) == [1, 1]
    assert "same" in records
    for dice in ("own", "same"):
        games = player_games(alice, types.GamesQuery(variant="yacht", dice=dice))
        assert [(game.variant, game.dice == "same") for game in games.games] == [
            ("yacht", dice == "same")
        ]
        board = leaderboard("yacht", types.BoardQuery(board="week", dice=dice))
        assert (board.dice == "same") is (dice == "same")
    exported = export(alice)["ratings"]
    assert {(row["variant"], row["dice"]) for row in exported} == {
        ("yacht", "own"),
        ("yacht", "same"),
    }


@pytest.mark.parametrize("dice", ["own", "same"])
def test_the_lobby_shows_the_rating_of_the_tables_dice(alice: User, bob: User, dice: str) -> None:
    counted(alice, bob, same=True)
    seated(alice, seats=2, public=True, mode="rounds", clock=60, dice=dice)
    (row,) = read_lobby(()).rows.values()
    assert row.host is not None
    assert row.host.rating == (rows(SAME)["Alice"][0] if dice == "same" else None)


def eligible(player: User) -> set[bool]:
    of_pool = {"player": player, "pool": SAME}
    found = [table.objects.filter(**of_pool).values_list("eligible") for table in (Rating, Tally)]
    return {eligible for rows in found for (eligible,) in rows}


def test_it_ranks_only_who_has_played_enough_rated_games(
    alice: User, bob: User, settings: Settings
) -> None:
    settings.SAME_DICE_RATED_GAMES = 2
    counted(alice, bob, same=False)
    counted(alice, bob, same=True, seed=1, rated=False)
    assert eligible(alice) == eligible(bob) == {False}
    counted(alice, bob, same=True, seed=2)
    assert eligible(alice) == eligible(bob) == {True}
    own = Rating.objects.get(player=alice, pool="yacht")
    assert own.eligible
    assert recompute(check=True).problems == ()


def test_it_ranks_no_second_account_beside_a_ranked_one(
    alice: User, bob: User, charlie: User, settings: Settings
) -> None:
    settings.SAME_DICE_RATED_GAMES = 1
    counted(alice, bob, same=False)
    counted(alice, charlie, same=True, seed=1, rated=False)
    assert (eligible(alice), eligible(charlie)) == ({True}, {False})
    refresh_eligibility(charlie.pk)
    assert eligible(charlie) == {False}
    assert recompute(check=True).problems == ()
