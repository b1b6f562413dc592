"""How `script/lab tournament` plays games, and what it prints."""

import random

from games.models import Game, User
from tests.record.ratings.games import begun_game
from tests.support.people import account
from workshop.lab.tournaments.games_played import play_to_the_end


def test_it_plays_a_game_to_the_end(db: None) -> None:
    game = begun_game(account("Alice"), account("Bob"), rated=False)
    play_to_the_end(game.pk, random.Random(1), None)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert [card.resigned for card in game.scorecards.all()] == [False, False]


def test_it_lets_a_player_leave(db: None) -> None:
    people: list[User] = [account("Alice"), account("Bob")]
    game = begun_game(*people, rated=False)
    play_to_the_end(game.pk, random.Random(1), 0)
    assert [card.resigned for card in game.scorecards.all()] == [True, False]
