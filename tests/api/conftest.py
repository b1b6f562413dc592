"""A site to ask about: games that were finished, rated, are running; an account and a guest."""

import pytest
from django.test import Client

from games.models import Game, User
from tests.views.conftest import _fresh_limits, _quick_site, alice, bob, guest
from tests.views.play import finished_game, new_game, take_turn

__all__ = ["_fresh_limits", "_quick_site", "alice", "bob", "guest"]


@pytest.fixture
def api(db: None) -> Client:
    """A program without any session."""
    return Client()


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
