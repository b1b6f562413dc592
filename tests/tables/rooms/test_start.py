"""Start a game, and the next one with the same players."""

import pytest

from games.core.engine import Resign
from games.core.engine.fairness import commitment
from games.models import DiceSecret, Game, Room, User
from games.people.accounts import bot_accounts
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game
from games.record.log.starting import commitment_of
from games.tables.rooms import hosting, opening, seating, starting
from games.tables.rooms.loading import load_room
from games.tables.rooms.room_view import loaded
from tests.support.desk import act
from tests.support.people import START, current_game, open_room, playing, seated
from tests.tables.rooms.test_rooms import refusal, table, view_of


def finish(room: Room) -> Game:
    game = current_game(room)
    for seat in range(len(load_game(game.pk).state.seats)):
        if load_game(game.pk).state.status == "playing":
            act(game, seat, Resign(), now=START)
    game.refresh_from_db()
    assert game.status == "finished"
    return game


def names(game: Game) -> list[str]:
    return [seat.name for seat in load_game(game.pk).state.seats]


def test_it_lets_only_the_host_begin_and_only_from_a_seat(alice: User, bob: User) -> None:
    room = open_room(alice)
    seating.stand(room.pk, alice.pk)
    assert refusal(lambda: starting.start(room.pk, alice.pk)) == "not_seated"
    seating.sit(room.pk, alice.pk, 1, "a")
    seating.sit(room.pk, bob.pk, 0, "b")
    assert refusal(lambda: starting.start(room.pk, bob.pk)) == "forbidden"
    starting.start(room.pk, alice.pk)
    view = view_of(room).view
    assert (view.status, view.number) == ("playing", 1)
    assert names(current_game(room)) == ["Bob", "Alice"]


def test_it_never_leaves_a_table_that_nobody_can_begin(
    alice: User, bob: User, charlie: User
) -> None:
    room = open_room(alice, 3)
    seating.stand(room.pk, alice.pk)
    seating.sit(room.pk, bob.pk, None, "b")
    seating.sit(room.pk, charlie.pk, None, "c")
    starting.start(room.pk, bob.pk)
    assert names(current_game(room)) == ["Bob", "Charlie"]


def test_it_makes_no_bot_the_host(alice: User, bob: User) -> None:
    room = opening.open_paired_room(
        [alice.pk, *bot_accounts.find_bots(2)], "yacht", {}, None, False
    )
    seating.stand(room.pk, alice.pk)
    assert view_of(room).view.host == alice.pk
    starting.start_paired(room.pk)
    assert view_of(room).view.status == "open"
    seating.sit(room.pk, bob.pk, None, "b")
    starting.start(room.pk, bob.pk)
    assert names(current_game(room)) == ["Bob", "Breeze", "Pip"]


def test_it_lets_nobody_begin_a_paired_table_before_all_seeds_are_in(
    alice: User, bob: User
) -> None:
    room = opening.open_paired_room([alice.pk, bob.pk], "yacht", {}, 30, True)
    seating.set_seed(room.pk, alice.pk, "aaa")
    assert refusal(lambda: starting.start(room.pk, alice.pk)) == "forbidden"
    seating.set_seed(room.pk, bob.pk, "bbb")
    assert load_game(current_game(room).pk).state.seeds == ("aaa", "bbb")


def test_it_lets_nobody_be_sent_away_from_a_paired_table_before_the_game(
    alice: User, bob: User
) -> None:
    room = opening.open_paired_room([alice.pk, bob.pk], "yacht", {}, 30, False)
    assert refusal(lambda: hosting.remove(room.pk, alice.pk, 1)) == "forbidden"
    assert room.seats.filter(player=bob).exists()


def test_it_keeps_what_it_published_before_the_seeds_were_known(alice: User, bob: User) -> None:
    room = open_room(alice)
    published = view_of(room).view.next
    seating.sit(room.pk, alice.pk, 0, "aaa")
    seating.sit(room.pk, bob.pk, 1, "bbb")
    seating.set_seed(room.pk, bob.pk, "ccc")
    assert view_of(room).view.next == published
    starting.start(room.pk, alice.pk)
    state = load_game(current_game(room).pk).state
    assert (state.code, state.commitment) == (published.game, published.commitment)
    secret = secret_of(DiceSecret.objects.get(code=state.code))
    assert commitment(secret) == published.commitment
    assert state.seeds == ("aaa", "ccc")
    following = view_of(room).view.next
    assert following.game != published.game
    assert following.commitment == commitment_of(following.game) != published.commitment


def test_who_asks_is_told_the_table_as_it_is_committed(alice: User, bob: User) -> None:
    room = open_room(alice, seats=4)
    seating.sit(room.pk, bob.pk, 2, "b")
    seating.add_bot(room.pk, alice.pk, "pip", 3)
    starting.start(room.pk, alice.pk)
    finish(room)
    for player, seed in ((bob, "b2"), (alice, None)):
        table = starting.rematch(room.pk, player.pk, seed)
        assert loaded(table.room, table.seats) == load_room(room.code)
    assert current_game(room).number == 2


def test_it_lets_the_host_begin_again_with_those_who_asked(
    alice: User, bob: User, charlie: User
) -> None:
    room = playing(alice, bob, charlie)
    finish(room)
    starting.rematch(room.pk, charlie.pk, "c")
    assert refusal(lambda: starting.start(room.pk, charlie.pk)) == "forbidden"
    starting.start(room.pk, alice.pk)
    assert names(current_game(room)) == ["Alice", "Charlie"]
    assert table(room) == [alice.pk, None, charlie.pk]


def test_it_lets_a_newcomer_take_a_seat_after_the_game(
    alice: User, bob: User, charlie: User
) -> None:
    room = playing(alice, bob)
    finish(room)
    seating.stand(room.pk, bob.pk)
    seating.sit(room.pk, charlie.pk, None, "c")
    starting.rematch(room.pk, charlie.pk, None)
    starting.rematch(room.pk, alice.pk, None)
    assert names(current_game(room)) == ["Alice", "Charlie"]


@pytest.mark.parametrize("seats", [1, 8])
def test_it_refuses_a_rematch_before_the_first_game_or_from_the_crowd(
    alice: User, bob: User, seats: int
) -> None:
    room = seated(alice, seats=seats)
    assert refusal(lambda: starting.rematch(room.pk, alice.pk, None)) == "not_started"
    starting.start(room.pk, alice.pk)
    finish(room)
    assert refusal(lambda: starting.rematch(room.pk, bob.pk, None)) == "not_seated"
