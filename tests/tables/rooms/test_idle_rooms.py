"""A room that nobody uses for a day has its commitment closed, and gets a new one when opened."""

from datetime import timedelta

import pytest

from games.core.protocol.errors import Refused
from games.models import DiceSecret, FairLogEntry, Room, Seat, User
from games.record.fairness.secrets import secret_of
from games.record.log.starting import published
from games.tables.matchmaking.room_lists import open_tables
from games.tables.rooms import starting
from games.tables.rooms.loading import give_next_game, load_room
from games.tables.rooms.upkeep import close_idle
from tests.support.clock import FakeClock
from tests.support.people import open_room, seated
from tests.tables.rooms.test_rooms import refusal, view_of


def kinds(code: str) -> list[str]:
    entries = FairLogEntry.objects.filter(code=code).order_by("index")
    return list(entries.values_list("kind", flat=True))


def make_idle(*found: Room, clock: FakeClock) -> None:
    """As if nobody had changed these rooms for a day."""
    idle = [room.pk for room in found]
    Room.objects.update(active_at=clock.utc_now())
    Room.objects.filter(pk__in=idle).update(active_at=clock.utc_now() - timedelta(hours=24))


def close(clock: FakeClock) -> list[int]:
    return close_idle(clock.utc_now() - timedelta(hours=23))


def test_it_closes_the_commitment_and_forgets_the_seeds(
    alice: User, bob: User, clock: FakeClock
) -> None:
    room, used = seated(alice, bob), seated(bob)
    make_idle(room, clock=clock)
    code, rev = room.next_code, Room.objects.get(pk=room.pk).rev
    secret = secret_of(DiceSecret.objects.get(code=code))
    assert close(clock) == [room.pk]
    assert kinds(code) == ["commitment", "closed"]
    assert FairLogEntry.objects.get(code=code, is_end=True).value == secret.hex()
    room.refresh_from_db()
    assert (room.next_code, room.rev) == ("", rev + 1)
    assert set(Seat.objects.filter(room=room).values_list("seed", "ready")) == {("", False)}
    assert kinds(used.next_code) == ["commitment"]
    assert close(clock) == []


def test_it_gives_the_room_a_new_commitment_when_somebody_opens_it(
    alice: User, clock: FakeClock
) -> None:
    room = seated(alice)
    old = view_of(room).view.next
    make_idle(room, clock=clock)
    close(clock)
    rev = Room.objects.get(pk=room.pk).rev
    loaded = view_of(room)
    assert loaded.rev == rev + 1
    assert loaded.view.next.game != old.game
    assert kinds(loaded.view.next.game) == ["commitment"]
    assert loaded.view.next.entry == published(loaded.view.next.game).entry
    # Opened again, it keeps it.
    assert view_of(room).view.next == loaded.view.next
    assert close(clock) == []


def test_it_starts_no_game_with_a_secret_that_is_public(alice: User, clock: FakeClock) -> None:
    room = seated(alice)
    make_idle(room, clock=clock)
    close(clock)
    assert refusal(lambda: starting.start(room.pk, alice.pk)) == "stale"
    load_room(room.code)
    starting.start(room.pk, alice.pk)
    assert view_of(room).view.status == "playing"


def test_it_gives_a_room_only_one_new_commitment(alice: User, clock: FakeClock) -> None:
    room = seated(alice)
    make_idle(room, clock=clock)
    close(clock)
    give_next_game(room.pk)
    first = Room.objects.get(pk=room.pk).next_code
    give_next_game(room.pk)
    assert Room.objects.get(pk=room.pk).next_code == first


def test_it_lists_no_old_table_as_open_because_somebody_looks_at_it(
    alice: User, clock: FakeClock
) -> None:
    room = open_room(alice)
    Room.objects.update(public=True, active_at=clock.utc_now())
    assert list(open_tables(clock.utc_now())) == [room]
    make_idle(room, clock=clock)
    close(clock)
    assert load_room(room.code) is not None
    assert list(open_tables(clock.utc_now())) == []
    # Its new commitment stays open.
    assert close(clock) == []


def test_it_refuses_a_room_that_is_gone(alice: User) -> None:
    with pytest.raises(Refused):
        give_next_game(open_room(alice).pk + 1)
