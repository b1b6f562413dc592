"""The same tables on the home page and in the live lobby, and only games that a person plays."""

from datetime import timedelta

import pytest

from games.core.engine import Resign, Roll, Score
from games.models import Game, Room, User
from games.people.accounts.bot_accounts import find_bot
from games.platform.clock import utc_now
from games.tables.matchmaking.lobby import read_lobby
from games.tables.matchmaking.room_lists import IDLE_OPEN_TABLE, IDLE_PERSON, ONLINE, public_tables
from games.tables.rooms import hosting, opening, seating, starting
from games.tables.rooms.opening import open_paired_room
from tests.support.desk import act
from tests.support.people import current_game, person, playing


@pytest.fixture
def table(alice: User) -> Room:
    """A public table where alice waits for two others."""
    return opening.open_room(alice, "yacht", {}, 3, None, public=True)


def is_open(room: Room) -> bool:
    """Whether the room is listed as an open table; on the home page and in the lobby alike."""
    on_home_page = room.code in {table.code for table in public_tables(utc_now())}
    row = read_lobby([]).rows.get(room.code)
    in_lobby = row is not None and row.kind == "room"
    assert on_home_page == in_lobby
    return on_home_page


def is_watchable(room: Room) -> bool:
    row = read_lobby([]).rows.get(room.code)
    return row is not None and row.kind == "game"


def played(*players: User) -> Room:
    """A public table where these people and bots play."""
    room = opening.open_room(players[0], "yacht", {}, len(players), None, public=True)
    for seat, player in enumerate(players):
        seating.sit(room.pk, player.pk, seat, "seed")
    starting.start(room.pk, players[0].pk)
    room.refresh_from_db()
    return room


def bot(id_: str = "breeze") -> User:
    return User.objects.get(pk=find_bot(id_))


def test_it_lists_no_table_where_only_a_bot_waits(table: Room, alice: User) -> None:
    seating.add_bot(table.pk, alice.pk, "breeze", 1)
    assert is_open(table)
    seating.stand(table.pk, alice.pk)
    assert not is_open(table)


def test_it_lists_no_paired_table_that_one_player_left(alice: User, bob: User) -> None:
    room = open_paired_room([alice.pk, bob.pk], "yacht", {}, 60, rated=False)
    assert not is_open(room)
    seating.stand(room.pk, bob.pk)
    assert not is_open(room)


def test_it_lists_a_paired_table_that_could_not_begin(alice: User, bob: User) -> None:
    room = open_paired_room([alice.pk, bob.pk], "yacht", {}, 60, rated=False)
    seating.stand(room.pk, bob.pk)
    starting.start_paired(room.pk)
    assert is_open(room)


@pytest.mark.parametrize("seats", ["taken", "closed"])
def test_it_lists_no_table_without_a_free_seat(
    table: Room, alice: User, bob: User, charlie: User, seats: str
) -> None:
    if seats == "closed":
        for number in (1, 2):
            hosting.set_closed(table.pk, alice.pk, number, True)
    else:
        for player in (bob, charlie):
            seating.sit(table.pk, player.pk, None, None)
    assert not is_open(table)


@pytest.mark.parametrize(("minutes", "listed"), [(29, True), (31, False)])
def test_it_lists_a_table_for_half_an_hour(table: Room, minutes: int, listed: bool) -> None:
    assert timedelta(minutes=30) == IDLE_OPEN_TABLE
    Room.objects.update(active_at=utc_now() - timedelta(minutes=minutes))
    assert is_open(table) == listed


def test_it_lists_a_game_while_a_person_plays(alice: User) -> None:
    room = played(alice, bot("breeze"), bot("pip"))
    assert is_watchable(room)
    act(current_game(room), 0, Resign())
    assert current_game(room).status == "playing"
    assert not is_watchable(room)


def test_it_lists_no_game_whose_people_are_offline(alice: User) -> None:
    room = played(alice, bot())
    long_ago = utc_now() - ONLINE - timedelta(seconds=1)
    User.objects.update(seen_at=long_ago)
    Game.objects.update(created_at=long_ago)
    assert not is_watchable(room)
    # Someone who only watches is online.
    person("Dora")
    assert not is_watchable(room)
    User.objects.filter(pk=alice.pk).update(seen_at=utc_now())
    assert is_watchable(room)


def test_it_lists_no_game_that_its_only_person_has_left_to_the_bots(alice: User) -> None:
    room = played(alice, bot())
    game = current_game(room)
    now = int(utc_now().timestamp() * 1000)
    Game.objects.update(created_at=utc_now() - IDLE_PERSON - timedelta(seconds=1))
    # What the server does for an absent player has no author.
    act(game, 0, Roll(1, 0), now=now)
    assert not is_watchable(room)
    act(game, 0, Score(1, 1, "choice", 0), by=f"{alice.pk}:1", now=now)
    assert is_watchable(room)


def test_it_lists_no_game_in_which_no_person_moves(alice: User, bob: User) -> None:
    room = played(alice, bob)
    idle = utc_now() - IDLE_PERSON - timedelta(seconds=1)
    Game.objects.update(created_at=idle)
    act(current_game(room), 0, Roll(1, 0), by=f"{alice.pk}:1", now=int(idle.timestamp() * 1000))
    assert not is_watchable(room)
    act(
        current_game(room), 0, Roll(1, 1), by=f"{alice.pk}:2", now=int(utc_now().timestamp() * 1000)
    )
    assert is_watchable(room)


def test_it_does_not_tell_by_its_list_that_somebody_has_rolled_in_a_round(
    alice: User, bob: User
) -> None:
    room = playing(alice, bob, mode="rounds", clock=90, public=True)
    game, now = current_game(room), int(utc_now().timestamp() * 1000)
    Game.objects.update(created_at=utc_now() - IDLE_PERSON - timedelta(seconds=1))
    assert not is_watchable(room)
    act(game, 0, Roll(1, 0), by=f"{alice.pk}:1", now=now)
    assert not is_watchable(room)
    act(game, 0, Score(1, 1, "choice", 0), by=f"{alice.pk}:2", now=now)
    assert is_watchable(room)
