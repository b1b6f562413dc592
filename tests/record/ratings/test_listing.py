"""Who is on the boards: accounts; on that of ratings the certain and active, or on a small board
whoever has played a little.
"""

import itertools
import time
from datetime import UTC, datetime, timedelta

import pytest

from games.models import Rating, Tally, User
from games.record.ratings import model as ratings_model
from games.record.ratings.counting import count_results
from games.record.ratings.listing import list_players, refresh_eligibility, refresh_listing
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.upgrade import upgrade_guest
from tests.record.ratings.games import finished_game
from tests.support.people import account

pytestmark = pytest.mark.registered

NOW = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)


def rated(name: str, sigma: float, games: int, idle_days: float = 0, eligible: bool = True) -> int:
    """A player with such a rating, not listed yet."""
    player = account(name)
    Rating.objects.create(
        player=player,
        pool="yacht",
        mu=1500,
        sigma=sigma,
        shown=1500,
        rated_games=games,
        rated_at=NOW - timedelta(days=idle_days),
        eligible=eligible,
    )
    return player.pk


def listed() -> set[str]:
    return set(Rating.objects.filter(listed=True).values_list("player__name", flat=True))


def eligible(player: User) -> tuple[set[bool], set[bool]]:
    rows = (model.objects.filter(player=player) for model in (Rating, Tally))
    of_ratings, of_tallies = (set(found.values_list("eligible", flat=True)) for found in rows)
    return of_ratings, of_tallies


def won_once_each(*people: User) -> None:
    """Count games of these people until each has won one: then each has a tally."""
    for seed in itertools.count():
        count_results([finished_game(*people, seed=seed).pk])
        if Tally.objects.count() == len(people):
            return


@pytest.mark.django_db
def test_it_lists_those_with_some_games_while_the_board_is_small() -> None:
    least = ratings_model.SMALL_BOARD_GAMES
    rated("Enough", 90, least)
    rated("Too few", 90, least - 1)
    rated("Idle", 90, least, idle_days=ratings_model.BOARD_DAYS + 1)
    rated("Guest", 90, least, eligible=False)
    refresh_listing(NOW)
    assert listed() == {"Enough"}


@pytest.mark.django_db
def test_it_lists_the_certain_only_once_there_are_enough() -> None:
    for number in range(ratings_model.SMALL_BOARD - 1):
        rated(f"Certain {number}", ratings_model.BOARD_SIGMA, 50)
    rated("Beginner", 90, ratings_model.SMALL_BOARD_GAMES)
    refresh_listing(NOW)
    assert "Beginner" in listed()
    rated("The tenth", ratings_model.BOARD_SIGMA, 50)
    refresh_listing(NOW)
    assert "Beginner" not in listed()
    assert len(listed()) == ratings_model.SMALL_BOARD
    Rating.objects.filter(player__name="The tenth").update(rated_at=NOW - timedelta(days=31))
    refresh_listing(NOW)
    assert "Beginner" in listed()


@pytest.mark.django_db
@pytest.mark.parametrize("sigma", [ratings_model.BOARD_SIGMA - 1, ratings_model.BOARD_SIGMA + 1])
@pytest.mark.parametrize("idle", [0, 29.9, 30.1, 300])
@pytest.mark.parametrize("games", [4, 5, 60])
@pytest.mark.parametrize("crowded", [False, True])
def test_it_agrees_with_the_rule_of_the_ratings(
    sigma: float, idle: float, games: int, crowded: bool
) -> None:
    if crowded:
        for number in range(ratings_model.SMALL_BOARD):
            rated(f"Certain {number}", 40, 50)
        refresh_listing(NOW)
    list_players("yacht", [rated("Somebody", sigma, games, idle)], NOW)
    # docs/ratings.md: certain (50 or less) or, on a small board, at least five games.
    expected = idle <= 30 and (sigma <= 50 or (not crowded and games >= 5))
    assert ("Somebody" in listed()) == expected


def test_it_lists_at_once_who_has_played_enough(alice: User, bob: User) -> None:
    for seed in range(ratings_model.SMALL_BOARD_GAMES):
        assert listed() == set()
        count_results([finished_game(alice, bob, seed=seed, at=time.time_ns() // 1_000_000).pk])
    assert listed() == {"Alice", "Bob"}


def test_it_lets_a_guest_onto_the_boards_when_he_chooses_a_password(
    alice: User, guest: User
) -> None:
    won_once_each(alice, guest)
    assert eligible(alice) == ({True}, {True})
    assert eligible(guest) == ({False}, {False})
    upgrade_guest(guest, "Gus", "red sails at dawn")
    assert eligible(guest) == ({True}, {True})


def test_it_takes_off_who_deletes_himself_and_counts_his_last_game_all_the_same(
    alice: User, bob: User
) -> None:
    won_once_each(alice, bob)
    games = Rating.objects.get(player=bob).games
    last = finished_game(alice, bob, seed=99)
    Rating.objects.update(listed=True)
    delete_player(bob)
    assert eligible(bob) == ({False}, {False})
    assert listed() == {"Alice"}
    count_results([last.pk])
    assert Rating.objects.get(player=bob).games == games + 1
    assert eligible(bob) == ({False}, {False})


def test_it_takes_off_who_was_banned(alice: User, bob: User) -> None:
    won_once_each(alice, bob)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    refresh_eligibility(bob.pk)
    assert eligible(bob) == ({False}, {False})


@pytest.mark.django_db
def test_it_rates_a_person_and_a_bot_but_gives_no_win_and_lists_no_bot(alice: User) -> None:
    pip = User.objects.create(username="pip", name="Pip", is_bot=True)
    now = int(time.time() * 1000)
    for seed in range(ratings_model.SMALL_BOARD_GAMES):
        count_results([finished_game(alice, pip, seed=seed, at=now, bots=1).pk])
    refresh_listing(datetime.now(UTC))
    mine, its = Rating.objects.get(player=alice), Rating.objects.get(player=pip)
    assert mine.rated_games == its.rated_games == ratings_model.SMALL_BOARD_GAMES
    assert mine.mu != ratings_model.MU != its.mu
    assert (mine.wins, mine.streak) == (its.games, its.wins) == (0, 0)
    assert (mine.eligible, mine.listed) == (True, True)
    assert (its.eligible, its.listed) == (False, False)
    assert not Tally.objects.filter(player=pip).exists()
