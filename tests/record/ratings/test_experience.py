"""Players are ranked on shared dice once they have played enough rated games."""

import pytest
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.models import Rating, User
from games.record.ratings.listing import experienced
from tests.support.people import account

NEEDED = 5


@pytest.fixture(autouse=True)
def needed(settings: Settings, db: None) -> None:
    settings.SAME_DICE_RATED_GAMES = NEEDED


def rated(player: User, variant: str, games: int) -> User:
    Rating.objects.create(
        player=player,
        pool=variant,
        mu=25,
        sigma=8,
        shown=1500,
        rated_games=games,
    )
    return player


def test_it_counts_the_rated_games_of_all_variants() -> None:
    alice = rated(rated(account("Alice"), "yacht", 3), "yatzy", 2)
    bob = rated(rated(account("Bob"), "yacht", 3), "yatzy", 1)
    assert experienced([alice.pk, bob.pk]) == {alice.pk}


def test_it_leaves_out_who_may_be_on_no_leaderboard() -> None:
    people = [rated(account(name), "yacht", NEEDED) for name in ("Gus", "Pip", "Bob")]
    for player, field in zip(people, ("is_guest", "is_bot", "is_active"), strict=True):
        User.objects.filter(pk=player.pk).update(**{field: field != "is_active"})
    assert not experienced([player.pk for player in people])


def test_it_ranks_every_account_if_the_site_asks_for_no_game(settings: Settings) -> None:
    settings.SAME_DICE_RATED_GAMES = 0
    alice = account("Alice")
    assert experienced([alice.pk]) == {alice.pk}


def test_it_asks_only_for_the_players_given() -> None:
    alice, bob = (rated(account(name), "yacht", NEEDED) for name in ("Alice", "Bob"))
    assert experienced([bob.pk]) == {bob.pk}
    assert alice.pk not in experienced([bob.pk])


def test_it_needs_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    people = [rated(account(f"Sailor {number}"), "yacht", NEEDED).pk for number in range(5)]
    with django_assert_num_queries(1):
        assert experienced(people) == set(people)
