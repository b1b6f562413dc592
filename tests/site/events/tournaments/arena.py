"""Tournaments in the database, and games played there."""

import random
from datetime import timedelta
from typing import Any

from games.models import (
    Game,
    Room,
    Tournament,
    TournamentEntry,
    TournamentGame,
    TournamentSeat,
    User,
)
from games.platform.clock import utc_now
from games.site.events.tournaments import joining, results, seating
from games.tables.live.results import count_finished_games
from games.tables.rooms import seating as rooms_seating
from tests.support import desk
from tests.support.clock import FakeClock

MORE_TURNS_THAN_ANY_GAME = 1000


def arena(begins_in: float = -60, lasts: float = 3600, **differing: Any) -> Tournament:
    """A casual tournament of Yacht for two at a table; times in seconds from now."""
    starts_at = utc_now() + timedelta(seconds=begins_in)
    values = {"name": "Arena", "variant": "yacht", "clock": 30, "seats": 2, **differing}
    return Tournament.objects.create(
        starts_at=starts_at, ends_at=starts_at + timedelta(seconds=lasts), **values
    )


def entry_of(tournament: Tournament, player: User) -> TournamentEntry:
    return TournamentEntry.objects.get(tournament=tournament, player=player)


def state_of(tournament: Tournament, player: User) -> str:
    return entry_of(tournament, player).state


def enter(tournament: Tournament, *players: User) -> None:
    for player in players:
        joining.join(tournament.pk, player.pk)


def look(tournament: Tournament, *players: User) -> None:
    """Keep a tab of each player open."""
    joining.keep_alive(tournament.pk, [player.pk for player in players])


def wave(tournament: Tournament) -> list[Room]:
    """Pair those who wait; return the new rooms."""
    codes = seating.run_wave(tournament, utc_now())
    return [Room.objects.get(code=code) for code in codes]


def begin(room: Room) -> Game:
    """Start the game of a paired room: every player sends a seed."""
    for seat in room.seats.all():
        assert seat.player is not None
        rooms_seating.set_seed(room.pk, seat.player.pk, f"seed{seat.number}")
    room.refresh_from_db()
    assert room.game is not None
    return room.game


def play(
    room: Room, clock: FakeClock, seed: int = 0, resigns: tuple[int, int] | None = None
) -> dict[int, int]:
    """Play the room's game to the end, now; return the place of each player. `resigns`: a seat, and
    after which turn.
    """
    return finish(begin(room), clock, seed, resigns)


def finish(
    game: Game, clock: FakeClock, seed: int = 0, resigns: tuple[int, int] | None = None
) -> dict[int, int]:
    """Do the same with a game that has begun."""
    desk.play(game, MORE_TURNS_THAN_ANY_GAME, random.Random(seed), clock.ms, resigns)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    cards = game.scorecards.all()
    return {card.player_id: card.place for card in cards if card.player_id and card.place}


def settled(room: Room) -> TournamentGame:
    """Let the worker count results and look at the tables; return that of this room."""
    count_finished_games()
    results.settle_tables()
    return TournamentGame.objects.get(room=room)


def open_seats() -> int:
    return TournamentSeat.objects.filter(open=True).count()
