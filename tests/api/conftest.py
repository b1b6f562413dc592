"""A site to ask about: games that were finished, rated, are running; an account and a guest."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.limits import BUCKETS
from games.models import Game, User
from games.players import do_create_account, do_create_guest
from games.results import count_result
from games.rooms import open_room
from tests.web.play import begin, play_out, take_turn


@pytest.fixture(autouse=True)
def _quick_and_unlimited(settings: Settings) -> Iterator[None]:
    """Cheap password hashes, no manifest of static files, and nobody has asked for anything yet."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    BUCKETS.clear()
    yield
    BUCKETS.clear()


@pytest.fixture
def api(db: None) -> Client:
    """A program without any session."""
    return Client()


@pytest.fixture
def alice(db: None) -> User:
    return do_create_account("Alice", "red sails at dawn", "alice@example.com")


@pytest.fixture
def bob(db: None) -> User:
    return do_create_account("Bob", "red sails at dawn")


@pytest.fixture
def guest(db: None) -> User:
    return do_create_guest("Gus")


def new_game(*players: User, variant: str = "yacht", rated: bool = False) -> Game:
    room = open_room(players[0], variant, {}, len(players), 86400 if rated else None, False, rated)
    return begin(room, *players)


def finished_game(*players: User, variant: str = "yacht", rated: bool = False) -> Game:
    """Play a game to its end and count its result."""
    game = play_out(new_game(*players, variant=variant, rated=rated))
    assert count_result(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    """A rated game that Alice and Bob have finished."""
    return finished_game(alice, bob, rated=True)


@pytest.fixture
def running(alice: User, guest: User) -> Game:
    """A game with a turn made, and the next player's dice on the table."""
    game = new_game(alice, guest)
    take_turn(game)
    return game
