"""A site with finished, rated and running games, an account and a guest."""

import pytest
from django.test import Client

from games.models import Game, User
from tests.support.played import finished_game, new_game, take_turn


@pytest.fixture
def api(db: None) -> Client:
    """A client without a session."""
    return Client()


@pytest.fixture
def over(alice: User, bob: User) -> Game:
    return finished_game(alice, bob, rated=True)


@pytest.fixture
def running(alice: User, guest: User) -> Game:
    """A public game after one turn; the next player has rolled."""
    game = new_game(alice, guest, public=True)
    take_turn(game)
    return game
