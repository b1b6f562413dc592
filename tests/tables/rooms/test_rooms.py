"""Open a room, sit down, and what the host may do."""

from collections.abc import Callable

import pytest

from games.core.protocol.errors import Refused
from games.models import CODE_ALPHABET, CODE_LENGTH, Room, Seat, User, new_code
from games.tables.rooms import chat, hosting, opening, seating, starting
from games.tables.rooms.loading import load_room
from games.tables.rooms.room_view import LoadedRoom
from tests.support.people import open_room, playing, seated


def view_of(room: Room) -> LoadedRoom:
    loaded = load_room(room.code)
    assert loaded is not None
    return loaded


def table(room: Room) -> list[int | None]:
    """Who sits at each seat."""
    return [seat.player for seat in view_of(room).view.seats]


def refusal(work: Callable[[], object]) -> str:
    """The code with which `work` is refused."""
    with pytest.raises(Refused) as caught:
        work()
    assert str(caught.value)
    return caught.value.code


def test_it_opens_a_room_with_free_seats_and_a_commitment(alice: User) -> None:
    room = opening.open_room(alice, "yahtzee", {"joker": "free"}, 3, 60, True)
    view = view_of(room).view
    assert view.code == room.code
    assert view.host == alice.pk
    assert (view.clock, view.public, view.status, view.number) == (60, True, "open", 0)
    assert view.game is None
    assert table(room) == [alice.pk, None, None]
    switch = next(each for each in view.variant.switches if each.id == "joker")
    assert switch.value == "free"
    assert len(view.next.commitment) == 64


@pytest.mark.parametrize(
    "wrong",
    [
        {"variant_id": "chess"},
        {"switches": {"joker": "wild"}},
        {"switches": {"nonsense": "x"}},
        {"seats": 0},
        {"seats": 9},
        {"clock": 31},
        {"clock": 0},
    ],
)
def test_it_opens_no_room_that_cannot_be(alice: User, wrong: dict[str, object]) -> None:
    good: dict[str, object] = {
        "variant_id": "yahtzee",
        "switches": {},
        "seats": 2,
        "clock": None,
        "public": False,
    }
    with pytest.raises(ValueError, match=r"."):
        opening.open_room(alice, **{**good, **wrong})  # type: ignore[arg-type]
    assert Room.objects.count() == 0


def test_its_codes_cannot_be_guessed() -> None:
    codes = {new_code() for _ in range(2000)}
    assert len(codes) == 2000
    assert {len(code) for code in codes} == {CODE_LENGTH}
    # At least 2^55 of them, and every sign at every place.
    assert len(set(CODE_ALPHABET)) ** CODE_LENGTH > 2**55
    for place in range(CODE_LENGTH):
        assert {code[place] for code in codes} == set(CODE_ALPHABET)


def test_it_lets_a_player_change_his_seat_and_keep_his_seed(alice: User) -> None:
    room = open_room(alice, 2)
    seating.sit(room.pk, alice.pk, 0, "mine")
    seating.set_ready(room.pk, alice.pk, True)
    seating.sit(room.pk, alice.pk, 1, None)
    free, taken = view_of(room).view.seats
    assert (free.player, free.seed, free.ready) == (None, "", False)
    assert (taken.player, taken.seed) == (alice.pk, "mine")


def test_it_seats_nobody_with_what_somebody_else_left_behind(alice: User, bob: User) -> None:
    room = open_room(alice, 1)
    seating.stand(room.pk, alice.pk)
    Seat.objects.filter(room=room).update(seed="old", ready=True)
    seating.sit(room.pk, bob.pk, None, None)
    seat = view_of(room).view.seats[0]
    assert (seat.seed, seat.ready) == ("", False)


def test_it_refuses_seats_that_are_not_free(alice: User, bob: User, charlie: User) -> None:
    room = seated(alice, bob, seats=3)
    hosting.set_closed(room.pk, alice.pk, 2, True)
    assert refusal(lambda: seating.sit(room.pk, charlie.pk, 1, None)) == "seat_taken"
    assert refusal(lambda: seating.sit(room.pk, charlie.pk, 2, None)) == "seat_taken"
    assert refusal(lambda: seating.sit(room.pk, charlie.pk, 7, None)) == "seat_taken"
    assert refusal(lambda: seating.sit(room.pk, charlie.pk, None, None)) == "room_full"
    assert refusal(lambda: seating.sit(room.pk, alice.pk, 1, None)) == "seat_taken"
    assert table(room) == [alice.pk, bob.pk, None]


def test_it_counts_each_change_and_no_refusal(alice: User, bob: User) -> None:
    room = open_room(alice)
    revs = [view_of(room).rev]
    seating.sit(room.pk, alice.pk, 0, None)
    revs.append(view_of(room).rev)
    refusal(lambda: seating.sit(room.pk, bob.pk, 0, None))
    revs.append(view_of(room).rev)
    assert revs == [1, 2, 2]


def test_it_hands_the_room_on_when_the_host_stands_up(
    alice: User, bob: User, charlie: User
) -> None:
    room = seated(alice, bob, charlie)
    seating.stand(room.pk, bob.pk)
    assert view_of(room).view.host == alice.pk
    seating.stand(room.pk, alice.pk)
    assert view_of(room).view.host == charlie.pk
    seating.stand(room.pk, charlie.pk)
    # The last to leave keeps it, until somebody else sits down.
    assert view_of(room).view.host == charlie.pk
    assert refusal(lambda: seating.stand(room.pk, charlie.pk)) == "not_seated"
    seating.sit(room.pk, bob.pk, None, None)
    seating.sit(room.pk, charlie.pk, None, None)
    assert view_of(room).view.host == bob.pk


def test_it_makes_the_next_to_sit_host_of_a_room_whose_host_was_deleted(
    alice: User, bob: User
) -> None:
    room = open_room(alice)
    alice.delete()
    seating.sit(room.pk, bob.pk, None, None)
    assert view_of(room).view.host == bob.pk


def test_it_lets_only_the_host_close_and_open_free_seats(alice: User, bob: User) -> None:
    room = seated(alice, bob, seats=3)
    assert refusal(lambda: hosting.set_closed(room.pk, bob.pk, 2, True)) == "forbidden"
    assert refusal(lambda: hosting.set_closed(room.pk, alice.pk, 1, True)) == "seat_taken"
    assert refusal(lambda: hosting.set_closed(room.pk, alice.pk, 5, True)) == "not_found"
    hosting.set_closed(room.pk, alice.pk, 2, True)
    assert view_of(room).view.seats[2].closed is True
    hosting.set_closed(room.pk, alice.pk, 2, False)
    assert view_of(room).view.seats[2].closed is False


def test_it_lets_only_the_host_send_others_away_for_good(
    alice: User, bob: User, charlie: User
) -> None:
    room = seated(alice, bob, seats=3)
    assert refusal(lambda: hosting.remove(room.pk, bob.pk, 0)) == "forbidden"
    assert refusal(lambda: hosting.remove(room.pk, alice.pk, 2)) == "not_found"
    assert refusal(lambda: hosting.remove(room.pk, alice.pk, 0)) == "forbidden"
    hosting.remove(room.pk, alice.pk, 1)
    assert table(room) == [alice.pk, None, None]
    assert refusal(lambda: seating.sit(room.pk, bob.pk, None, None)) == "forbidden"
    assert refusal(lambda: chat.say(room.pk, bob.pk, "k", "hey")) == "forbidden"
    seating.sit(room.pk, charlie.pk, None, None)


def test_it_changes_nothing_of_the_table_during_a_game(
    alice: User, bob: User, charlie: User
) -> None:
    room = playing(alice, bob, seats=3)
    before = view_of(room)
    for work in (
        lambda: seating.sit(room.pk, charlie.pk, 2, None),
        lambda: seating.stand(room.pk, bob.pk),
        lambda: seating.set_ready(room.pk, bob.pk, True),
        lambda: seating.set_seed(room.pk, bob.pk, "x"),
        lambda: hosting.set_closed(room.pk, alice.pk, 2, True),
        lambda: hosting.remove(room.pk, alice.pk, 1),
        lambda: starting.start(room.pk, alice.pk),
        lambda: starting.rematch(room.pk, alice.pk, None),
    ):
        assert refusal(work) == "already_started"
    assert view_of(room) == before


def test_it_says_so_when_the_room_is_gone(alice: User) -> None:
    assert refusal(lambda: seating.sit(999_999, alice.pk, None, None)) == "not_found"
    assert load_room("nosuchroom") is None


def test_it_keeps_a_line_of_chat_once(alice: User, bob: User) -> None:
    room = open_room(alice)
    for _ in range(2):
        chat.say(room.pk, alice.pk, "k1", "hello")
    chat.say(room.pk, bob.pk, "k1", "hi")
    lines = [(line.name, line.text) for line in chat.recent(room.pk)]
    assert lines == [("Alice", "hello"), ("Bob", "hi")]
    assert [line.text for line in chat.recent(room.pk, after=chat.recent(room.pk)[0].id)] == ["hi"]
