"""A removed player cannot come back under another name."""

from collections.abc import Callable

import pytest

from games.core.protocol.errors import Refused
from games.models import Room, User
from games.tables.rooms import chat, hosting, local_seats, permissions, seating
from tests.support.clock import FakeClock
from tests.support.people import open_room, person

HOST, BOB, ELSEWHERE = "1.1.1.1", "8.8.8.8", "9.9.9.9"


@pytest.fixture
def room(alice: User, bob: User) -> Room:
    """Alice's room, from which she has sent Bob away."""
    room = open_room(alice)
    seating.sit(room.pk, bob.pk, 1, "b", BOB)
    hosting.remove(room.pk, alice.pk, 1, HOST)
    return room


def may_sit(room: Room, player: User, address: str) -> bool:
    try:
        seating.sit(room.pk, player.pk, None, None, address)
    except Refused:
        return False
    return True


def test_it_knows_a_guest_by_his_address_under_any_name(room: Room) -> None:
    again = person("Not Bob")
    assert not may_sit(room, again, BOB)
    with pytest.raises(Refused):
        chat.say(room.pk, again.pk, "1", "it is me", BOB)
    assert may_sit(room, again, ELSEWHERE)


def test_it_knows_an_address_from_his_sockets_too(alice: User, bob: User) -> None:
    room = open_room(alice)
    seating.sit(room.pk, bob.pk, 1, None)
    hosting.remove(room.pk, alice.pk, 1, HOST, {BOB})
    assert not may_sit(room, person("Not Bob"), BOB)


def test_it_forgets_after_some_hours_and_knows_nothing_in_other_rooms(
    room: Room, alice: User
) -> None:
    again = person("Not Bob")
    assert may_sit(open_room(alice), again, BOB)
    room.refresh_from_db()
    long_ago = {mark: at - permissions.REMOVED_FOR_S for mark, at in room.turned_away.items()}
    assert long_ago
    Room.objects.filter(pk=room.pk).update(turned_away=long_ago)
    assert may_sit(room, again, BOB)


def test_it_shuts_nobody_out_of_the_hosts_own_house(alice: User, bob: User) -> None:
    room = open_room(alice)
    seating.sit(room.pk, bob.pk, 1, "b", HOST)
    hosting.remove(room.pk, alice.pk, 1, HOST, {HOST})
    assert may_sit(room, person("Charlotte"), HOST)


@pytest.mark.parametrize("way", ["sit", "add", "claim", "take back"])
def test_no_way_leads_back_to_the_table(
    alice: User, bob: User, charlie: User, clock: FakeClock, way: str
) -> None:
    room = open_room(alice, seats=4)
    seating.sit(room.pk, bob.pk, 1, None)
    local_seats.add(room.pk, bob.pk, "Tom")
    word, _ = local_seats.offer(room.pk, bob.pk, 2)
    local_seats.claim(room.pk, word, charlie.pk)
    local_seats.add(room.pk, alice.pk, "Mia")
    again, _ = local_seats.offer(room.pk, alice.pk, 3)
    hosting.remove(room.pk, alice.pk, 1)
    clock.advance(60)
    here = {alice.pk, bob.pk}
    ways: dict[str, Callable[[], object]] = {
        "sit": lambda: seating.sit(room.pk, bob.pk, None, None),
        "add": lambda: local_seats.add(room.pk, bob.pk, "Leo"),
        "claim": lambda: local_seats.claim(room.pk, again, bob.pk),
        "take back": lambda: local_seats.take_back(room.pk, bob.pk, 2, here),
    }
    with pytest.raises(Refused, match="removed you"):
        ways[way]()
    assert not room.seats.filter(operator=bob).exists()


def test_it_removes_for_good_who_has_only_taken_a_seat_over(
    alice: User, bob: User, charlie: User
) -> None:
    room = open_room(alice, seats=4)
    local_seats.add(room.pk, alice.pk, "Tom")
    word, _ = local_seats.offer(room.pk, alice.pk, 1)
    local_seats.claim(room.pk, word, charlie.pk)
    hosting.remove(room.pk, alice.pk, 1)
    assert not room.seats.filter(operator=charlie).exists()
    assert not may_sit(room, charlie, ELSEWHERE)


def test_a_player_on_a_device_goes_alone(alice: User, bob: User) -> None:
    room = open_room(alice, seats=4)
    seating.sit(room.pk, bob.pk, 1, None)
    local_seats.add(room.pk, bob.pk, "Tom")
    hosting.remove(room.pk, alice.pk, 2)
    assert room.seats.filter(player=bob).exists()
    assert not room.removed.exists()
