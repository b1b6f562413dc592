"""Players who share a device: who acts for them, and who may change that."""

from datetime import timedelta

import pytest
from django.test import Client

from games.core.protocol.errors import ErrorCode
from games.models import Game, Room, Seat, User
from games.people.conduct.contact import is_stranger
from games.platform.clock import utc_now
from games.tables.rooms import hosting, local_seats, opening, player_changes, seating, starting
from tests.fixtures import As
from tests.support.clock import FakeClock
from tests.support.people import current_game, seated
from tests.support.reading import plain
from tests.tables.rooms.test_rooms import refusal


def table_of(host: User, *names: str) -> Room:
    """A table of the host and players on the same device, whose seeds the server knows."""
    room = seated(host, variant="yacht")
    for name in names:
        local_seats.add(room.pk, host.pk, name)
    for seat in room.seats.exclude(operator=None):
        seating.set_seed(room.pk, host.pk, f"local{seat.number}", number=seat.number)
    return room


def seat_of(room: Room, number: int) -> Seat:
    return room.seats.get(number=number)


def start(room: Room, host: User) -> Game:
    starting.start(room.pk, host.pk)
    return current_game(room)


def test_the_table_grows_and_the_game_counts_nowhere(alice: User, bob: User) -> None:
    room = table_of(alice, "Tom", "Mia")
    assert [seat.number for seat in room.seats.all()] == [0, 1, 2]
    tom = seat_of(room, 1).player
    assert tom is not None
    assert (tom.name, tom.is_guest, tom.has_usable_password()) == ("Tom", True, False)
    game = start(room, alice)
    assert game.replay  # what results, dice, puzzles and news leave out
    assert game.scorecards.count() == 3


def test_a_family_lock_shows_who_plays_on_the_device(alice: User, signed_in: As) -> None:
    User.objects.filter(pk=alice.pk).update(locked=True)
    assert signed_in(alice).get("/device/").status_code == 200
    room = table_of(alice, "Tom")
    assert not is_stranger(User.objects.get(pk=alice.pk), seat_of(room, 1).player_id or 0)


def test_it_is_for_private_casual_tables_in_turns(alice: User, bob: User) -> None:
    def add(**settings: object) -> str:
        room = opening.open_room(alice, "yacht", {}, 2, 60, **{"public": False, **settings})  # type: ignore[arg-type]
        return refusal(lambda: local_seats.add(room.pk, alice.pk, "Tom"))

    for settings in ({"rated": True}, {"public": True}, {"mode": "rounds"}, {"strangers": True}):
        assert add(**settings) == ErrorCode.FORBIDDEN
    room = table_of(alice)
    assert refusal(lambda: local_seats.add(room.pk, bob.pk, "Tom")) == ErrorCode.NOT_SEATED
    for name in "BCDEFGH":
        local_seats.add(room.pk, alice.pk, f"Player {name}")
    assert refusal(lambda: local_seats.add(room.pk, alice.pk, "Nine")) == ErrorCode.ROOM_FULL


def test_only_the_operator_acts_for_a_seat_between_games(alice: User, bob: User) -> None:
    room = table_of(alice, "Tom")
    asked = (room.pk, bob.pk, "x", "", None, 1)
    assert refusal(lambda: seating.set_seed(*asked)) == ErrorCode.FORBIDDEN
    assert refusal(lambda: local_seats.offer(room.pk, bob.pk, 1)) == ErrorCode.FORBIDDEN
    assert refusal(lambda: local_seats.offer(room.pk, alice.pk, 0)) == ErrorCode.FORBIDDEN
    assert refusal(lambda: seating.stand(room.pk, bob.pk, number=1)) == ErrorCode.FORBIDDEN
    seating.stand(room.pk, alice.pk, number=1)
    assert seat_of(room, 1).player is None
    assert seat_of(room, 0).player == alice


def test_whoever_leaves_takes_their_players_along(alice: User, bob: User) -> None:
    room = table_of(alice, "Tom")
    local_seats.add(room.pk, alice.pk, "Mia")
    seating.stand(room.pk, alice.pk)
    assert not room.seats.exclude(player=None).exists()
    room = table_of(alice, "Tom")
    room.seats.create(number=2)
    seating.sit(room.pk, bob.pk, None, "seed")
    hosting.replace_host(room.pk, alice.pk, {bob.pk, seat_of(room, 1).player_id or 0})
    assert Room.objects.get(pk=room.pk).host == bob  # never a player without a device
    hosting.remove(room.pk, bob.pk, 0)
    assert [seat.player_id for seat in room.seats.all()] == [None, None, bob.pk]
    room = table_of(alice, "Tom")
    player_changes.leave_rooms(alice.pk)
    assert not room.seats.exclude(player=None).exists()


def test_a_rematch_of_one_device_needs_one_answer(alice: User, bob: User) -> None:
    room = seated(alice, bob, variant="yacht", seats=3)
    local_seats.add(room.pk, alice.pk, "Tom")
    seating.set_seed(room.pk, alice.pk, "tom", number=2)
    first = start(room, alice)
    Game.objects.filter(pk=first.pk).update(status=Game.Status.FINISHED)
    seating.set_seed(room.pk, alice.pk, "again", number=2)
    starting.rematch(room.pk, alice.pk, "alice2")
    assert [seat.ready for seat in room.seats.all()] == [True, False, True]
    starting.rematch(room.pk, bob.pk, "bob2")
    assert current_game(room).number == 2


def offered(room: Room, operator: User, number: int = 1) -> str:
    word, _ = local_seats.offer(room.pk, operator.pk, number)
    return f"/r/{room.code}/seat/{word}/"


def test_a_link_hands_the_seat_over_once(
    alice: User, bob: User, charlie: User, signed_in: As, outsider: Client
) -> None:
    room = table_of(alice, "Tom")
    player = seat_of(room, 1).player_id
    old, link = offered(room, alice), offered(room, alice)
    assert signed_in(bob).get(old).status_code == 404
    page = signed_in(bob).get(link)
    assert "Are you Tom?" in plain(page.content.decode())
    assert seat_of(room, 1).operator == alice  # looking changes nothing
    assert signed_in(bob).get(f"{link}qr.svg")["Content-Type"] == "image/svg+xml"
    assert signed_in(bob).post(link)["Location"] == f"/r/{room.code}/"
    seat = seat_of(room, 1)
    assert (seat.operator, seat.lender, seat.player_id, seat.seed) == (bob, alice, player, "")
    assert f"/r/{room.code}/" in signed_in(bob).get("/").content.decode()
    assert signed_in(charlie).post(link).status_code == 404
    assert "This link does not work" in outsider.get(link).content.decode()
    assert refusal(lambda: local_seats.offer(room.pk, alice.pk, 1)) == ErrorCode.FORBIDDEN


def test_a_visitor_takes_a_seat_without_an_account(alice: User, outsider: Client) -> None:
    room = table_of(alice, "Tom")
    outsider.post(offered(room, alice))
    operator = seat_of(room, 1).operator
    assert operator is not None
    assert operator.is_guest
    assert operator != alice


def test_old_links_and_unwelcome_people_get_no_seat(alice: User, bob: User, signed_in: As) -> None:
    room = table_of(alice, "Tom")
    link = offered(room, alice)
    room.removed.add(bob)
    answer = signed_in(bob).post(link)
    assert answer.status_code == 409
    assert "has removed you" in answer.content.decode()
    room.removed.remove(bob)
    Seat.objects.update(offer_until=utc_now() - timedelta(seconds=1))
    assert signed_in(bob).post(link).status_code == 404
    assert seat_of(room, 1).operator == alice


def test_nobody_takes_over_while_seeds_are_shown(alice: User, bob: User, signed_in: As) -> None:
    room = table_of(alice, "Tom")
    link = offered(room, alice)
    start(room, alice)
    assert signed_in(bob).post(link).status_code == 409


def test_the_first_operator_takes_a_seat_back_once_the_other_has_left(
    alice: User, bob: User, signed_in: As, clock: FakeClock
) -> None:
    room = table_of(alice, "Tom")
    signed_in(bob).post(offered(room, alice))

    def take(who: User, here: set[int] | None) -> str:
        return refusal(lambda: local_seats.take_back(room.pk, who.pk, 1, here))

    assert take(alice, {alice.pk, bob.pk}) == ErrorCode.FORBIDDEN
    assert take(alice, None) == ErrorCode.FORBIDDEN
    assert take(bob, {alice.pk}) == ErrorCode.FORBIDDEN
    # Bob has just taken it over: this server may not have heard of it yet.
    assert take(alice, {alice.pk}) == ErrorCode.FORBIDDEN
    clock.advance(local_seats.HANDED_OVER_FOR.total_seconds())
    local_seats.take_back(room.pk, alice.pk, 1, {alice.pk})
    assert seat_of(room, 1).operator == alice


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Anna"], "at least two players"),
        (["Anna", "anna"], "the same name"),
        (["Anna", "T\u043em"], "letters of one alphabet"),
        (["Anna", "x" * 99], "at most 20"),
    ],
)
def test_the_form_refuses_names_with_the_reason(
    outsider: Client, names: list[str], said: str
) -> None:
    answer = outsider.post("/device/", {"variant": "yatzy", "player": names})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Room.objects.exists()


def test_the_form_opens_a_table_that_starts_by_itself(outsider: Client) -> None:
    assert "On this device" in outsider.get("/").content.decode()
    assert outsider.get("/device/").status_code == 200
    answer = outsider.post("/device/", {"variant": "yatzy+bonus-100", "player": ["Anna", "Tom"]})
    room = Room.objects.get()
    assert answer["Location"] == f"/r/{room.code}/"
    assert (room.variant, room.rated, room.public) == ("yatzy+bonus-100", False, False)
    assert [seat.player.name for seat in room.seats.all() if seat.player] == ["Anna", "Tom"]
    anna, tom = room.seats.all()
    assert (anna.operator, tom.operator) == (None, anna.player)
    assert room.begins_by is not None
