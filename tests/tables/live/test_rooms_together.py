"""Rooms that are read together are the same as those that are read one by one."""

from typing import Any

import msgspec
import pytest

from games.models import ChatMessage, DiceSecret, GameSnapshot, Room, User
from games.record.fairness.secrets import UnreadableSecret
from games.record.log.records import BEGINNING
from games.tables.live.reconciler import read_changes
from games.tables.live.room_data import RoomData, read_room, read_rooms
from games.tables.rooms import chat
from tests.support.people import begun, open_room, playing, seated


@pytest.fixture
def rooms(alice: User, bob: User) -> list[Room]:
    """An empty one, one with players, one with a game and one with chat."""
    return [open_room(alice), seated(alice, bob), playing(alice, bob), chatting(alice, bob)]


def chatting(alice: User, bob: User) -> Room:
    room = playing(alice, bob, variant="yahtzee")
    chat.say(room.pk, alice.pk, "1", "hello")
    chat.say(room.pk, bob.pk, "2", "hi")
    return room


def as_json(data: RoomData | Exception | None) -> Any:
    """Everything that a client would see of a room."""
    assert isinstance(data, RoomData)
    game = data.game
    state = (
        None if game is None else (game.id, game.state, game.recent, game.dice.bot_draw(0, 1, 0))
    )
    return (
        msgspec.to_builtins((data.room.id, data.room.rev, data.room.view)),
        state,
        data.chat or (),
    )


def test_it_reads_the_same(rooms: list[Room]) -> None:
    together = read_rooms([room.code for room in rooms])
    for room in rooms:
        assert as_json(together[room.code]) == as_json(read_room(room.code)), room.code


def test_it_leaves_out_rooms_that_do_not_exist(rooms: list[Room]) -> None:
    assert set(read_rooms(["nowhere", rooms[0].code])) == {rooms[0].code}
    assert read_rooms(["nowhere"]) == {}


def test_it_prepares_a_next_game_where_there_is_none(alice: User) -> None:
    room = open_room(alice)
    Room.objects.filter(pk=room.pk).update(next_code="")
    read_rooms([room.code])
    room.refresh_from_db()
    assert room.next_code


def test_it_keeps_a_game_that_cannot_be_read_from_the_others(rooms: list[Room]) -> None:
    playing_, chatting_ = rooms[2:]
    assert playing_.game is not None
    DiceSecret.objects.filter(code=playing_.game.code).update(secret=b"x" * 60)
    found = read_rooms([playing_.code, chatting_.code])
    assert isinstance(found[playing_.code], UnreadableSecret)
    assert isinstance(found[chatting_.code], RoomData)


@pytest.mark.parametrize("damage", ["no events", "an event", "the snapshot"])
def test_it_keeps_a_damaged_game_from_the_others(rooms: list[Room], damage: str) -> None:
    playing_, chatting_ = rooms[2:]
    game = playing_.game
    assert game is not None
    if damage == "no events":
        game.events.all().delete()
    elif damage == "an event":
        game.events.update(type="unheard.of")
    else:
        GameSnapshot.objects.create(game=game, state='{"code": "x"}')
    found = read_rooms([playing_.code, chatting_.code])
    assert isinstance(found[playing_.code], Exception)
    assert isinstance(found[chatting_.code], RoomData)


def test_it_needs_as_many_queries_for_many_rooms(
    alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    codes = [playing(alice, bob).code for _ in range(5)]
    with django_assert_max_num_queries(5):
        assert len(read_rooms(codes)) == 5


def test_it_finds_what_is_newer_than_known(alice: User, bob: User) -> None:
    old, new = playing(alice, bob), playing(alice, bob)
    games = [begun(room, alice, bob) for room in (seated(alice, bob), seated(alice, bob))]
    chat.say(new.pk, alice.pk, "1", "hello")
    line = ChatMessage.objects.get().pk
    revs = dict(Room.objects.values_list("pk", "rev"))
    known_rooms = [(old.pk, revs[old.pk]), (new.pk, revs[new.pk] - 1), (999_999, 0)]
    known_games = [(games[0].pk, 1, games[0].head), (games[1].pk, 0, BEGINNING)]
    changes = read_changes(known_rooms, known_games, line - 1)
    assert changes.rooms == {new.pk: revs[new.pk]}
    assert changes.games == {games[1].pk: games[1].head}
    assert changes.lines == {new.pk: line}
    assert read_changes([(old.pk, 0)], [], line).lines == {}
    assert read_changes([], [], 0) == ({}, {}, {})
