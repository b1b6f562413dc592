"""Finished games, played through the store at chosen times."""

import random
from typing import Any

from games.core.engine import Player
from games.models import Game, Room, User
from games.record.log.starting import prepare_next_game, start_game
from tests.support import desk
from tests.support.people import START, seated

DAY = 86_400_000
MORE_TURNS_THAN_ANY_GAME = 1000


def begun_game(
    *people: User,
    rated: bool = True,
    variant: str = "yacht",
    at: int = START,
    bots: int = 0,
    same: bool = False,
) -> Game:
    """A game that has begun at `at`; the last `bots` of the people play as bots. `same`: in rounds
    with the same dice for everybody.
    """
    settings: dict[str, Any] = {"mode": "rounds", "clock": 60, "dice": "same"} if same else {}
    room = seated(*people, variant=variant, **settings)
    Room.objects.filter(pk=room.pk).update(rated=rated)
    room.refresh_from_db()
    first_bot = len(people) - bots
    players = [
        Player(user.pk, user.name, f"seed{seat}", seat >= first_bot)
        for seat, user in enumerate(people)
    ]
    game = start_game(room, players, at)
    Room.objects.filter(pk=room.pk).update(game=game, next_code=prepare_next_game())
    return game


def play(
    game: Game, rng: random.Random, at: int = START, resigns: tuple[int, int] | None = None
) -> Game:
    """Play to the end: one roll a turn, and any box. `resigns`: a seat, and after which turn."""
    desk.play(game, MORE_TURNS_THAN_ANY_GAME, rng, at, resigns)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def finished_game(
    *people: User,
    seed: int = 0,
    rated: bool = True,
    variant: str = "yacht",
    at: int = START,
    resigns: tuple[int, int] | None = None,
    bots: int = 0,
    same: bool = False,
) -> Game:
    """A game that is over, its result not counted."""
    game = begun_game(*people, rated=rated, variant=variant, at=at, bots=bots, same=same)
    return play(game, random.Random(seed), at, resigns)
