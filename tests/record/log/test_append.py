"""Appended events are loaded again, and everything else is written with them."""

import random

import pytest
from django.db import IntegrityError

from games.core.engine import Player, Resign, Roll, Score, replay
from games.models import Game, GameEvent, GameSnapshot, Room, User
from games.platform.database.bulk import bulk
from games.record.log import statements
from games.record.log.batches import Conflict, StoreUnavailable, write
from games.record.log.loading import find_answer, load_game, read_events
from games.record.log.starting import start_game
from tests.support.desk import act, entry_after, entry_for, ignore, play
from tests.support.people import START, begun, open_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def room(alice: User) -> Room:
    return open_room(alice)


@pytest.fixture
def game(room: Room, alice: User, bob: User) -> Game:
    return begun(room, alice, bob)


def test_it_refuses_to_begin_the_same_game_twice(room: Room, alice: User) -> None:
    players = [Player(alice.pk, "Alice", "abc")]
    start_game(room, players, START)
    with pytest.raises(IntegrityError):
        start_game(room, players, START)
    assert Game.objects.count() == 1
    assert GameEvent.objects.count() == 1


def test_it_writes_a_seq_once(game: Game) -> None:
    one, other = entry_for(game, 0, Roll(1, 0), "1:a"), entry_for(game, 0, Roll(1, 0), "1:b")
    assert write([one]) == [None]
    (outcome,) = write([other])
    assert isinstance(outcome, Conflict)
    assert find_answer(game.code, "1:a") == 2
    assert find_answer(game.code, "1:b") is None


def test_it_commits_the_others_of_a_batch_in_which_one_conflicts(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    others = [begun(open_room(user), user) for user in (alice, bob, charlie)]
    late = entry_for(game, 0, Roll(1, 0))
    act(game, 0, Resign())
    outcomes = write(
        [entry_for(others[0], 0, Roll(1, 0)), late, entry_for(others[1], 0, Roll(1, 0))]
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert [load_game(each.pk).state.seq for each in others] == [2, 2, 1]
    assert load_game(game.pk).state.status == "finished"


def test_it_writes_two_entries_of_one_game_in_order(game: Game) -> None:
    loaded = load_game(game.pk)
    first = entry_after(loaded, 0, Roll(1, 0), "", ignore, START)
    loaded.state, loaded.head = first.after, first.head
    second = entry_after(loaded, 1, Resign(), "", ignore, START)
    assert write([first, second]) == [None, None]
    assert [logged.seq for logged in read_events(game.pk)] == [1, 2, 3, 4]
    assert load_game(game.pk).head == second.head


def test_it_refuses_the_second_of_two_entries_for_the_same_moment(game: Game) -> None:
    one, other = entry_for(game, 0, Roll(1, 0)), entry_for(game, 1, Resign())
    assert [type(outcome) for outcome in write([one, other])] == [type(None), Conflict]
    assert load_game(game.pk).head == one.head


def test_it_writes_nothing_of_an_entry_that_fails(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(game, 0, Roll(1, 0))
    broken = "UPDATE no_such_table SET x = 1"
    columns = dict.fromkeys(statements.UPDATE_SCORECARDS.columns, "bigint")
    monkeypatch.setattr(statements, "UPDATE_SCORECARDS", bulk(broken, columns))
    dice = load_game(game.pk).state.seats[0].turn.dice
    assert dice is not None
    (outcome,) = write([entry_for(game, 0, Score(1, 1, "choice"))])
    assert isinstance(outcome, StoreUnavailable)
    game.refresh_from_db()
    assert game.events.count() == load_game(game.pk).state.seq == 2
    assert game.scorecards.get(seat=0).total == 0


def test_it_loads_from_a_snapshot_what_it_loads_from_the_log(alice: User) -> None:
    game = begun(open_room(alice, variant="triple_yahtzee"), alice)
    play(game, 35, random.Random(1))
    assert GameSnapshot.objects.filter(game=game).exists()
    from_snapshot = load_game(game.pk)
    whole = read_events(game.pk, {0: "Alice"})
    assert from_snapshot.state == replay(logged.event for logged in whole)
    assert from_snapshot.recent == whole[-len(from_snapshot.recent) :]
    assert len(from_snapshot.recent) >= min(len(whole), 50)
