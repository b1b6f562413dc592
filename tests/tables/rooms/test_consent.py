"""A game starts only with people who have agreed to it: its rules, its clock, its people."""

import ast
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from games.core.protocol.errors import ErrorCode
from games.models import Game, Room, Sanction, Seat, User
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.tables.rooms import consent, hosting, local_seats, sealing, seating, starting
from games.tables.rooms.opening import open_paired_room
from games.tables.rooms.seats import seat_of
from tests.support.people import current_game, open_room
from tests.support.sealing import make_seal
from tests.tables.rooms.test_rooms import refusal

Way = Callable[[Room, User], object]


def seal_of(room: Room, player: User) -> sealing.Seal:
    room.refresh_from_db()
    kept = make_seal(room.next_code, player.pk, "myseed")
    return sealing.Seal(kept.game, kept.seal)


# Everything by which a player takes part in the next game.
WAYS: dict[str, Way] = {
    "ready": lambda room, player: seating.set_ready(room.pk, player.pk, True),
    "seal": lambda room, player: seating.set_seal(room.pk, player.pk, seal_of(room, player)),
    "seed": lambda room, player: seating.set_seed(room.pk, player.pk, "plain"),
    "rematch": lambda room, player: starting.rematch(
        room.pk, player.pk, None, seal=seal_of(room, player)
    ),
    "sit": lambda room, player: seating.sit(
        room.pk, player.pk, None, None, seal=seal_of(room, player)
    ),
}
CHANGES: dict[str, Callable[[Room, User], None]] = {
    "game": lambda room, host: consent.change_game(room.pk, host.pk, "yatzy", {}, 86_400),
    "clock": lambda room, host: consent.change_game(room.pk, host.pk, "yacht", {}, 30),
    "switch": lambda room, host: consent.change_game(
        room.pk, host.pk, "yahtzee", {"joker": "free"}, 86_400
    ),
    "the same": lambda room, host: consent.change_game(room.pk, host.pk, "yacht", {}, 86_400),
}
TIMES = ("first", "after a game", "after a cancelled start")


def table_at(time: str, host: User, other: User, rated: bool) -> Room:
    """A table of two people, before its first game or after one."""
    room = open_room(host, 2, clock=86_400, rated=rated)
    seating.sit(room.pk, other.pk, 1, None)
    if time != "first":
        starting.start(room.pk, host.pk)
        status = Game.Status.FINISHED if time == "after a game" else Game.Status.CANCELLED
        Game.objects.filter(pk=current_game(room).pk).update(status=status)
    return room


@pytest.mark.registered
@pytest.mark.parametrize(("rated", "time"), [*product([False, True], TIMES)])
def test_no_consent_outlives_a_change(
    alice: User, bob: User, charlie: User, rated: bool, time: str
) -> None:
    for (how, way), change in product(WAYS.items(), CHANGES.values()):
        if how == "rematch" and time == "first":
            continue
        room = table_at(time, alice, bob, rated)
        if how == "sit":
            seating.stand(room.pk, bob.pk)
        way(room, bob)
        WAYS["seal"](room, alice)
        change(room, alice)
        told = f"{how} {change} {time}"
        seat = seat_of(room, bob.pk)
        assert (seat.ready, seat.seed, seat.seal) == (False, "", ""), told
        before = Game.objects.count()
        # Bob's browser seals at once, and Bob has not even looked.
        for sealer in (alice, bob):
            WAYS["seal"](room, sealer)
        assert Game.objects.count() == before, told
        here = {alice.pk, bob.pk}
        code = refusal(lambda room=room, here=here: starting.start(room.pk, alice.pk, here))  # type: ignore[misc]
        assert code == ErrorCode.FORBIDDEN, told
        assert seat_of(room, bob.pk).player == bob
        WAYS["ready"](room, bob)
        starting.start(room.pk, alice.pk, here)
        players = set(current_game(room).scorecards.values_list("player", flat=True))
        assert players == here, told


def test_who_is_away_after_a_change_loses_the_seat(alice: User, bob: User) -> None:
    room = table_at("first", alice, bob, rated=False)
    CHANGES["game"](room, alice)
    starting.start(room.pk, alice.pk, {alice.pk})
    assert [card.player for card in current_game(room).scorecards.all()] == [alice]
    assert not room.seats.filter(player=bob).exists()


def test_who_sits_down_after_a_change_agrees_to_it(alice: User, bob: User, charlie: User) -> None:
    room = open_room(alice, 3, clock=86_400)
    seating.sit(room.pk, bob.pk, 1, None)
    CHANGES["game"](room, alice)
    seating.sit(room.pk, charlie.pk, None, None)
    # Another seat at the same table says nothing about the game.
    seating.stand(room.pk, charlie.pk)
    seating.sit(room.pk, charlie.pk, 2, None)
    here = {alice.pk, bob.pk, charlie.pk}
    assert refusal(lambda: starting.start(room.pk, alice.pk, here)) == ErrorCode.FORBIDDEN
    hosting.remove(room.pk, alice.pk, 1)
    starting.start(room.pk, alice.pk, here)
    assert current_game(room).scorecards.count() == 2


def test_moving_to_another_seat_agrees_to_nothing(alice: User, bob: User) -> None:
    room = open_room(alice, 3, clock=86_400)
    seating.sit(room.pk, bob.pk, 1, None)
    CHANGES["game"](room, alice)
    seating.sit(room.pk, bob.pk, 2, None)
    here = {alice.pk, bob.pk}
    assert refusal(lambda: starting.start(room.pk, alice.pk, here)) == ErrorCode.FORBIDDEN


@pytest.mark.parametrize("how", ["ready", "rematch", "sit"])
def test_it_refuses_consent_to_a_game_that_was_changed_meanwhile(
    alice: User, bob: User, charlie: User, how: str
) -> None:
    room = table_at("after a game", alice, bob, rated=False)
    seen = room.terms
    CHANGES["game"](room, alice)
    commands: dict[str, Callable[[], object]] = {
        "ready": lambda: seating.set_ready(room.pk, bob.pk, True, seen),
        "rematch": lambda: starting.rematch(room.pk, bob.pk, None, terms=seen),
        "sit": lambda: seating.sit(room.pk, charlie.pk, None, None, terms=seen),
    }
    assert refusal(commands[how]) == ErrorCode.STALE
    room.refresh_from_db()
    assert room.terms == seen + 1
    assert not room.seats.filter(ready=True).exists()


def newcomers(alice: User, bob: User, charlie: User) -> dict[str, Callable[[Room], object]]:
    """Ways in which somebody else comes to play."""

    def claim(room: Room) -> None:
        tom = room.seats.get(player__name="Tom")
        word, _ = local_seats.offer(room.pk, alice.pk, tom.number)
        local_seats.claim(room.pk, word, charlie.pk)

    def take_back(room: Room) -> None:
        number = room.seats.get(player__name="Tom").number
        local_seats.take_back(room.pk, alice.pk, number, {alice.pk, bob.pk})

    return {
        "a person": lambda room: seating.sit(room.pk, charlie.pk, None, None),
        "a player on a device": lambda room: local_seats.add(room.pk, alice.pk, "Mia"),
        "who takes a seat over": claim,
        "who takes a seat back": take_back,
    }


def lend(room: Room, operator: User) -> None:
    """Somebody has taken Tom's seat over, and has left."""
    long_ago = utc_now() - timedelta(hours=1)
    Seat.objects.filter(room=room, player__name="Tom").update(operator=operator, handed_at=long_ago)


@pytest.mark.parametrize(
    "who",
    ["a person", "a player on a device", "who takes a seat over", "who takes a seat back"],
)
def test_a_rematch_is_with_these_people(alice: User, bob: User, charlie: User, who: str) -> None:
    room = open_room(alice, 4)
    seating.sit(room.pk, bob.pk, 1, "plain")
    local_seats.add(room.pk, alice.pk, "Tom")
    tom = room.seats.get(player__name="Tom")
    seating.set_seed(room.pk, alice.pk, "plain", number=tom.number)
    starting.start(room.pk, alice.pk)
    Game.objects.update(status=Game.Status.FINISHED)
    if who == "who takes a seat back":
        lend(room, charlie)
    starting.rematch(room.pk, bob.pk, "plain")
    assert seat_of(room, bob.pk).ready
    newcomers(alice, bob, charlie)[who](room)
    assert not seat_of(room, bob.pk).ready, "Bob has not seen who plays now"
    if who.startswith("who takes a seat"):
        assert not room.seats.get(number=tom.number).ready


def test_a_paired_table_whose_start_is_late_does_not_start_after_a_change(
    alice: User, bob: User
) -> None:
    room = open_paired_room([alice.pk, bob.pk], "yacht", {}, 86_400, rated=False)
    Room.objects.filter(pk=room.pk).update(begins_by=utc_now() - timedelta(seconds=1))
    CHANGES["game"](room, alice)
    starting.start_paired(room.pk)
    for sealer in (alice, bob):
        WAYS["seal"](room, sealer)
    assert not Game.objects.filter(room=room).exists(), "Bob was paired for another game"
    here = {alice.pk, bob.pk}
    assert refusal(lambda: starting.start(room.pk, alice.pk, here)) == ErrorCode.FORBIDDEN


@pytest.mark.registered
@pytest.mark.parametrize("how", ["ready", "rematch", "start"])
def test_nobody_agrees_to_a_rated_game_during_a_pause(alice: User, bob: User, how: str) -> None:
    room = table_at("after a game", alice, bob, rated=True)
    paused = alice if how == "start" else bob
    impose(paused, Sanction.Kind.NO_RATED, "spam", lasts=timedelta(days=1), automatic=True)
    ways: dict[str, Way] = {
        **WAYS,
        "start": lambda room, player: starting.start(room.pk, player.pk, {alice.pk, bob.pk}),
    }
    assert refusal(lambda: ways[how](room, paused)) == ErrorCode.FORBIDDEN
    assert not room.seats.filter(ready=True).exists()
    assert Game.objects.filter(room=room).count() == 1


def test_only_the_table_of_terms_writes_them() -> None:
    columns = {"variant", "switches", "clock", "rated", "mode", "dice", "terms"}
    allowed = {
        "games/tables/rooms/consent.py",
        "games/tables/rooms/opening.py",
    }
    found = set()
    for path in Path("games").rglob("*.py"):
        if "migrations" in path.parts or path.as_posix() in allowed:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            is_write = node.func.attr == "update" and "Room.objects" in ast.unparse(node.func)
            if is_write and columns & {str(each.arg) for each in node.keywords}:
                found.add(path.as_posix())
    assert found == set()
