"""People and rooms in the database."""

from datetime import datetime
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from games.core.engine import GameState, Player
from games.models import Game, Room, User, new_code
from games.people.accounts.players import create_account
from games.people.accounts.sessions import SessionStore
from games.people.conduct import leavers
from games.people.conduct.sanctions import find_in_force
from games.platform.database.threads import in_database
from games.record.log.loading import load_game
from games.record.log.starting import prepare_next_game, start_game
from games.site.account.factors.gate import PASSED, record_of
from games.tables.rooms import opening, seating, starting

BACKEND = "django.contrib.auth.backends.ModelBackend"
PASSWORD = "red sails at dawn"
# 2026-01-01T00:00:00Z
START = 1_767_225_600_000


def person(name: str) -> User:
    """Create a guest with this name."""
    user = User(username=new_code(), name=name, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


def account(name: str) -> User:
    """Create an account that nobody can sign in to; quicker than one with a password."""
    return User.objects.create(username=name.lower(), name=name)


def registered(name: str) -> User:
    """Create an account with a mail address, and with PASSWORD."""
    return create_account(name, PASSWORD, f"{name.lower()}@example.com")


def keep(*guests: User) -> None:
    """Turn these guests into accounts, as if each had chosen a password."""
    for guest in guests:
        User.objects.filter(pk=guest.pk).update(is_guest=False)
        guest.is_guest = False


def cookie_of(user: User) -> str:
    """Create a session for `user`, and return its cookie."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    if user.is_staff:
        session[PASSED] = record_of(user)
    session.save()
    assert session.session_key is not None
    return session.session_key


def open_room(host: User, seats: int = 2, variant: str = "yacht", **settings: Any) -> Room:
    """Create a room by link only, unless `public`; `clock` in seconds, `rated`: its games count;
    `mode`: "turns" or "rounds"; `dice`: "own" or "same".
    """
    switches, rated = settings.get("switches", {}), settings.get("rated", False)
    public = settings.get("public", False)
    mode, clock = settings.get("mode", "turns"), settings.get("clock")
    dice = settings.get("dice", "own")
    return opening.open_room(
        host, variant, switches, seats, clock, public, rated, mode=mode, dice=dice
    )


def seated(host: User, *others: User, seats: int | None = None, **settings: Any) -> Room:
    """Create a room where these people sit in order, with the seeds seed0, seed1, ..."""
    people = (host, *others)
    room = open_room(host, seats or len(people), **settings)
    for number, user in enumerate(people):
        seating.sit(room.pk, user.pk, number, f"seed{number}")
    return room


def playing(host: User, *others: User, **settings: Any) -> Room:
    """Create a room where these people have started a game."""
    room = seated(host, *others, **settings)
    starting.start(room.pk, host.pk)
    room.refresh_from_db()
    return room


def begun(room: Room, *people: User, now: int = START) -> Game:
    """Start a game at the time `now`, whatever the seats say."""
    players = [Player(user.pk, user.name, f"seed{i}") for i, user in enumerate(people)]
    game = start_game(room, players, now)
    Room.objects.filter(pk=room.pk).update(game=game, next_code=prepare_next_game())
    return game


def current_game(room: Room) -> Game:
    room.refresh_from_db()
    assert room.game is not None
    return room.game


async def state_of(room: Room) -> GameState:
    return await in_database(lambda: load_game(current_game(room).pk).state)


def passes_second_factor(client: Client) -> Client:
    """Note in the session of a browser that its player has passed a second factor; return it."""
    session = client.session
    session[PASSED] = record_of(User.objects.get(pk=session[SESSION_KEY]))
    session.save()
    return client


def minutes_to_wait(player_id: int, now: datetime) -> int:
    """Return in how many minutes the player may play rated games again, as they are told."""
    return leavers.minutes_to_wait(find_in_force(player_id, leavers.KIND, now), now)
