"""Players with sessions, and rooms with a running game, created in bulk in the database."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from games.models import Session, User, new_code
from games.people.accounts.sessions import SessionStore
from games.site.account.factors.gate import PASSED, record_of
from games.tables.rooms import opening, seating, starting
from workshop.lab.loadtest.messages import Mode, Player, TableSpec


@transaction.atomic
def seat_players(
    tables: int,
    players: int,
    variants: Sequence[str],
    clock: int | None = None,
    round_bots: int | None = None,
) -> list[TableSpec]:
    """Create `tables` rooms with `players` guests each, and start the first game of each room.

    The rooms use the variants in turn. clock: seconds per turn. round_bots: how many bots play
    rounds with the guests; None for turns, without bots. Raises ValueError for an unknown variant.
    """
    guests = create_guests(tables * players)
    cookies = create_sessions(guests)
    mode: Mode = "turns" if round_bots is None else "rounds"
    seats = players + (round_bots or 0)
    specs = []
    for number in range(tables):
        members = guests[number * players : (number + 1) * players]
        variant = variants[number % len(variants)]
        room = opening.open_room(members[0], variant, {}, seats, clock, False, mode=mode)
        for seat, guest in enumerate(members):
            seating.sit(room.pk, guest.pk, seat, get_random_string(16))
        if round_bots:
            seating.fill(room.pk, members[0].pk)
        starting.start(room.pk, members[0].pk)
        seated = [Player(guest.pk, cookies[guest.pk]) for guest in members]
        specs.append(TableSpec(room.code, seated, mode))
    return specs


@transaction.atomic
def gather_guests(count: int) -> TableSpec:
    """Create a room with eight free seats, and guests of whom none has a seat."""
    guests = create_guests(count)
    cookies = create_sessions(guests)
    room = opening.open_room(guests[0], "yacht", {}, 8, None, False)
    for guest in guests[:1]:
        seating.stand(room.pk, guest.pk, frozenset())
    return TableSpec(room.code, [Player(guest.pk, cookies[guest.pk]) for guest in guests])


def create_guests(count: int) -> list[User]:
    """Create `count` guests."""
    guests = [
        User(
            username=f"load-{new_code()}",
            name=f"Player {number}",
            is_guest=True,
            password=make_password(None),
        )
        for number in range(1, count + 1)
    ]
    return User.objects.bulk_create(guests, batch_size=500)


def create_sessions(users: Sequence[User]) -> dict[int, str]:
    """Create a session for each user; return the session cookies by user id."""
    expires = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    sessions, cookies = [], {}
    for user in users:
        key = get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")
        content = {
            SESSION_KEY: str(user.pk),
            BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
            HASH_SESSION_KEY: user.get_session_auth_hash(),
            **({PASSED: record_of(user)} if user.is_staff else {}),
        }
        data = SessionStore().encode(content)
        sessions.append(
            Session(session_key=key, session_data=data, expire_date=expires, player=user)
        )
        cookies[user.pk] = key
    Session.objects.bulk_create(sessions, batch_size=500)
    return cookies
