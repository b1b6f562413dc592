"""The host gives the table another game between games."""

from games.core.protocol.errors import ErrorCode
from games.models import Room, RuleSet, User
from games.tables.rooms import consent, opening, seating, starting
from games.tables.rooms.jobs import UNUSED_ROOM_AFTER, delete_unused_rooms
from tests.support.clock import FakeClock
from tests.support.people import current_game, seated
from tests.tables.rooms.test_rooms import refusal

TEXT = "yatzy+bonus-100"


def test_the_table_waits_with_the_new_game(alice: User, bob: User) -> None:
    room = seated(alice, bob, seats=2)
    room.seats.update(ready=True)
    consent.change_game(room.pk, alice.pk, "yatzy+limit-63+bonus-100", {}, 60)
    room.refresh_from_db()
    assert (room.variant, room.switches, room.clock) == (TEXT, {}, 60)
    assert not room.seats.filter(ready=True).exists()
    assert RuleSet.objects.get().text == TEXT
    seating.set_ready(room.pk, bob.pk, True)
    starting.start(room.pk, alice.pk, {alice.pk, bob.pk})
    assert current_game(room).variant == TEXT


def test_only_the_host_may_and_only_between_games(alice: User, bob: User) -> None:
    room = seated(alice, bob, seats=2)
    change = consent.change_game
    assert refusal(lambda: change(room.pk, bob.pk, "yatzy", {}, None)) == ErrorCode.FORBIDDEN
    for variant, switches, clock in (
        ("chess", {}, None),
        ("yatzy+bonus-1+bonus-2", {}, None),
        ("yatzy", {"joker": "free"}, None),
        ("yatzy", {}, 7),
    ):
        asked = (room.pk, alice.pk, variant, switches, clock)
        assert refusal(lambda asked=asked: change(*asked)) == ErrorCode.BAD_MESSAGE  # type: ignore[misc]
    starting.start(room.pk, alice.pk, {alice.pk, bob.pk})
    asked = (room.pk, alice.pk, "yatzy", {}, None)
    assert refusal(lambda: change(*asked)) == ErrorCode.ALREADY_STARTED


def test_rated_tables_stay_rated(alice: User) -> None:
    room = opening.open_room(alice, "yacht", {}, 2, 60, False, rated=True)
    change = consent.change_game
    assert refusal(lambda: change(room.pk, alice.pk, TEXT, {}, 60)) == ErrorCode.BAD_MESSAGE
    assert refusal(lambda: change(room.pk, alice.pk, "yatzy", {}, None)) == ErrorCode.BAD_MESSAGE
    change(room.pk, alice.pk, "yatzy", {}, 30)
    assert Room.objects.get().rated


def test_its_room_is_not_unused(alice: User, bob: User, clock: FakeClock) -> None:
    room = seated(alice, bob, seats=2)
    starting.start(room.pk, alice.pk, {alice.pk, bob.pk})
    game = current_game(room)
    type(game).objects.update(status=game.Status.FINISHED)
    consent.change_game(room.pk, alice.pk, TEXT, {}, None)
    clock.advance(UNUSED_ROOM_AFTER.total_seconds() + 60)
    delete_unused_rooms()
    assert Room.objects.filter(pk=room.pk).exists()
