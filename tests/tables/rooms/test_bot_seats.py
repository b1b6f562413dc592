"""The host gives seats to bots, removes them, and lets them replace leavers."""

import pytest

from games.core.protocol.errors import ErrorCode
from games.models import Room, User
from games.tables.rooms import hosting, opening, seating, starting
from games.tables.rooms.loading import load_room
from tests.support.people import current_game, open_room, seated
from tests.tables.rooms.test_rooms import refusal


def chairs(room: Room) -> list[str | None]:
    """Which bot, or which person by name, sits at each seat."""
    loaded = load_room(room.code)
    assert loaded is not None
    return [seat.persona or seat.name for seat in loaded.view.seats]


def test_it_fills_the_free_seats_with_bots_that_do_not_sit_there_yet(
    alice: User, bob: User
) -> None:
    room = seated(alice, bob, seats=6)
    seating.add_bot(room.pk, alice.pk, "breeze", 4)
    hosting.set_closed(room.pk, alice.pk, 5, True)
    seating.fill(room.pk, alice.pk)
    assert chairs(room) == ["Alice", "Bob", "pip", "skipper", "breeze", None]


def test_it_sends_a_bot_away_and_has_it_back(alice: User) -> None:
    room = open_room(alice, 2)
    seating.add_bot(room.pk, alice.pk, "pip", None)
    hosting.remove(room.pk, alice.pk, 1)
    assert chairs(room) == ["Alice", None]
    seating.add_bot(room.pk, alice.pk, "pip", None)
    assert chairs(room) == ["Alice", "pip"]


def test_it_refuses_what_cannot_be(alice: User, bob: User) -> None:
    room = seated(alice, bob, seats=3)
    seat, fill = seating.add_bot, seating.fill
    assert refusal(lambda: seat(room.pk, bob.pk, "pip", None)) == ErrorCode.FORBIDDEN
    assert refusal(lambda: fill(room.pk, bob.pk)) == ErrorCode.FORBIDDEN
    assert refusal(lambda: seat(room.pk, alice.pk, "hal", None)) == ErrorCode.NOT_FOUND
    assert refusal(lambda: seat(room.pk, alice.pk, "pip", 1)) == ErrorCode.SEAT_TAKEN
    seat(room.pk, alice.pk, "pip", None)
    assert refusal(lambda: seat(room.pk, alice.pk, "pip", None)) == ErrorCode.SEAT_TAKEN
    assert refusal(lambda: seat(room.pk, alice.pk, "gull", None)) == ErrorCode.ROOM_FULL
    assert refusal(lambda: fill(room.pk, alice.pk)) == ErrorCode.ROOM_FULL


def test_it_seats_bots_in_rated_rooms_but_lets_none_stand_in(alice: User) -> None:
    room = opening.open_room(alice, "yacht", {}, 4, 60, False, rated=True, stand_ins=True)
    assert not room.stand_ins
    seating.add_bot(room.pk, alice.pk, "pip", 2)
    seating.fill(room.pk, alice.pk)
    assert chairs(room)[1:3] == ["breeze", "pip"]
    assert refusal(lambda: seating.set_stand_ins(room.pk, alice.pk, True)) == ErrorCode.FORBIDDEN


def test_it_lets_only_the_host_say_whether_somebody_stands_in(alice: User, bob: User) -> None:
    room = seated(alice, bob)
    work = seating.set_stand_ins
    assert refusal(lambda: work(room.pk, bob.pk, True)) == ErrorCode.FORBIDDEN
    work(room.pk, alice.pk, True)
    loaded = load_room(room.code)
    assert loaded is not None
    assert loaded.view.stand_ins is True


@pytest.mark.parametrize(("on", "stand_in"), [(True, "skipper"), (False, "")])
def test_it_tells_the_log_who_plays_and_who_stands_in(
    alice: User, bob: User, on: bool, stand_in: str
) -> None:
    room = seated(alice, bob, seats=3)
    seating.set_stand_ins(room.pk, alice.pk, on)
    seating.add_bot(room.pk, alice.pk, "anchor", None)
    starting.start(room.pk, alice.pk)
    started = current_game(room).events.get(seq=1)
    assert '"persona":"anchor"' in started.data
    assert started.data.count("persona") == 1
    assert ('"stand_in":"skipper"' in started.data) is bool(stand_in)
