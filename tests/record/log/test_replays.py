"""Replays of earlier releases: the dice of a finished game, and without a result."""

import json
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameEvent, Rating, Room, Scorecard, SeatAnalysis, Skill, User
from games.record.log.loading import load_game
from games.record.log.records import snapshot_of, state_of
from games.record.log.verifying import problems_of
from games.record.ratings.counting import count_results
from games.site.archive.history.page import game_page
from games.site.study.analysis.finished_game import find_game, read_record
from games.site.study.analysis.game_analysis import analyse_game
from games.tables.live.results import count_finished_games, games_to_count
from games.tables.rooms import starting
from tests.core.engine.fairness.reference import reference_die
from tests.support.desk import play
from tests.support.people import begun, open_room
from tests.support.replays import open_replay


@pytest.fixture
def source(alice: User, bob: User) -> Game:
    """A game of Yacht that Alice and Bob have finished."""
    return finished(begun(open_room(alice), alice, bob))


def finished(game: Game) -> Game:
    play(game, 99, random.Random(6))
    game.refresh_from_db()
    assert game.status == "finished"
    return game


def replayed(player: User, source: Game, seat: int = 1) -> Game:
    game = open_replay(player, source, seat).game
    assert game is not None
    return game


def test_it_throws_the_very_dice_whatever_is_held(source: Game, charlie: User) -> None:
    older, again = load_game(source.pk).state, load_game(replayed(charlie, source).pk)
    assert older.secret is not None
    secret, seeds = bytes.fromhex(older.secret), list(older.seeds)
    for turn in range(1, 13):
        for roll in (1, 2, 3):
            for position in range(5):
                place = ("1", turn, roll, position)
                expected = reference_die(secret, source.code, seeds, *place)
                assert again.dice.throw(0, turn, roll, position) == expected


def test_it_is_a_game_of_one_that_is_marked(source: Game, charlie: User) -> None:
    room = open_replay(charlie, source, 1)
    state = load_game(replayed(charlie, source).pk).state
    assert (room.rated, room.public, room.seats.count()) == (False, False, 1)
    assert [seat.name for seat in state.seats] == ["Charlie"]
    assert state.replay is not None
    total = source.scorecards.get(seat=1).total
    assert (state.replay.game, state.replay.seat, state.replay.total) == (source.code, 1, total)
    assert state.code != source.code
    assert state_of(snapshot_of(state), {0: "Charlie"}) == state


def test_it_never_counts(source: Game, charlie: User) -> None:
    count_results([source.pk])
    game = finished(replayed(charlie, source))
    assert games_to_count() == []
    assert count_finished_games() == []
    assert not count_results([game.pk])
    assert analyse_game(game.pk)
    assert not Rating.objects.filter(player=charlie).exists()
    assert not Skill.objects.filter(player=charlie).exists()
    assert SeatAnalysis.objects.get(game=game).player is None
    assert Scorecard.objects.get(game=game).finished_at is None


def test_it_names_the_first_game_of_all(source: Game, charlie: User, alice: User) -> None:
    game = finished(replayed(charlie, source))
    state = load_game(replayed(alice, game, 0).pk).state
    assert state.replay is not None
    assert (state.replay.game, state.replay.seat) == (source.code, 1)


@pytest.mark.parametrize("change", [{"seat": 0}, {"seeds": ["other", "seeds"]}, {"total": 1}])
def test_it_notices_dice_of_another_seat(
    source: Game, charlie: User, change: dict[str, object]
) -> None:
    game = finished(replayed(charlie, source))
    row = GameEvent.objects.get(game=game, type="game.started")
    data = json.loads(row.data)
    row.data = json.dumps({**data, "replay": {**data["replay"], **change}})
    row.save()
    assert problems_of(game)
    if "total" not in change:
        with pytest.raises(CommandError):
            call_command("verify_game", game.code, stdout=StringIO())


def test_it_keeps_the_secret_until_its_own_end(source: Game, charlie: User) -> None:
    game = replayed(charlie, source)
    found = find_game(game.code)
    assert found is not None
    page = json.dumps(game_page(read_record(found)))
    secret = load_game(source.pk).state.secret
    assert secret is not None
    assert secret not in page


def test_it_goes_on_with_fresh_dice(source: Game, charlie: User) -> None:
    game = finished(replayed(charlie, source))
    assert game.room is not None
    starting.rematch(game.room.pk, charlie.pk, "fresh")
    room = Room.objects.get(pk=game.room.pk)
    assert room.game is not None
    assert (room.game.number, room.game.replay) == (2, False)
    assert load_game(room.game.pk).state.replay is None
