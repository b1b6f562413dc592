"""Leavers of rated games wait before the next one, are forgiven later, and nobody else sees it."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from games.core.engine import AutoPlay, Back, Roll, Score, TimeOut
from games.core.engine.actions import Action
from games.core.protocol.errors import Refused
from games.models import Game, Rating, Room, User
from games.people.conduct import leavers
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.record.log.loading import load_game
from games.record.ratings import counting, recomputing
from games.record.ratings import counting as ratings_counting
from games.tables.matchmaking import challenges, tickets
from games.tables.rooms import seating, starting
from games.tables.rooms.game_settings import GameSettings
from tests.record.ratings.games import begun_game, finished_game
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import START, minutes_to_wait, seated

pytestmark = pytest.mark.registered

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
RATED = GameSettings("yacht", {}, 60, True)
CASUAL = GameSettings("yacht", {}, 60, False)


@pytest.fixture(autouse=True)
def _noon(clock: FakeClock) -> None:
    clock.set(int(NOW.timestamp() * 1000))


def leaves(player: User) -> float:
    player.refresh_from_db()
    return player.leaves


def pause(player: User) -> timedelta:
    ends = Sanction.objects.filter(player=player, kind=leavers.KIND, automatic=True)
    return max((each.ends_at - NOW for each in ends if each.ends_at), default=timedelta(0))


def paused(player: User, lasts: timedelta) -> None:
    impose(player, leavers.KIND, leavers.GROUND, lasts=lasts, automatic=True)


def leave(game: Game, seat: int, after: int, back_at: int = 1000) -> None:
    """Play to the end. After turn `after` the player of `seat` leaves, and the others let the
    server play for them; in turn `back_at` they are back.
    """
    rng = random.Random(1)
    now = START
    while (state := load_game(game.pk).state).status == "playing":
        acting = state.acting[0]
        mine = state.seats[acting]
        gone = acting == seat and after < mine.turn.number < back_at
        action: Action = Roll(mine.turn.number, 0)
        if gone and not mine.auto:
            acting, action = 1 - seat, AutoPlay(seat)
        elif gone:
            action, now = TimeOut(), max(now, state.due(acting) or now)
        elif mine.auto:
            action = Back()
        elif mine.turn.dice is not None:
            box = rng.choice(mine.card.fills(mine.turn.dice)).box
            action = Score(mine.turn.number, 1, box.category, box.column)
        act(game, acting, action, now=now)
    game.refresh_from_db()


def count(game: Game) -> None:
    assert ratings_counting.count_results([game.pk])


def test_it_makes_who_resigns_a_rated_game_wait_five_minutes(alice: User, bob: User) -> None:
    count(finished_game(alice, bob, resigns=(1, 2)))
    assert (leaves(bob), pause(bob)) == (1, timedelta(minutes=5))
    assert (leaves(alice), pause(alice)) == (0, timedelta(0))


def test_it_makes_who_walked_away_wait_too(alice: User, bob: User) -> None:
    game = begun_game(alice, bob)
    leave(game, seat=1, after=3)
    assert game.status == "finished"
    count(game)
    assert (leaves(bob), pause(bob)) == (1, timedelta(minutes=5))
    assert leaves(alice) == 0


def test_it_holds_nothing_against_who_came_back(alice: User, bob: User) -> None:
    game = begun_game(alice, bob)
    leave(game, seat=1, after=3, back_at=6)
    assert [event.type for event in game.events.all()].count("seat.back") == 1
    count(game)
    assert (leaves(bob), pause(bob)) == (0, timedelta(0))


@pytest.mark.parametrize("after", [0, 1])
def test_it_lets_anybody_give_up_early_without_loss_for_anyone(
    alice: User, bob: User, after: int
) -> None:
    count(finished_game(alice, bob, resigns=(1, after)))
    assert (leaves(alice), leaves(bob)) == (0, 0)
    assert (pause(alice), pause(bob)) == (timedelta(0), timedelta(0))
    assert not Rating.objects.filter(rated_games__gt=0).exists()


def test_it_lets_anybody_leave_casual_games(alice: User, bob: User) -> None:
    count(finished_game(alice, bob, rated=False, resigns=(1, 5)))
    assert (leaves(bob), pause(bob)) == (0, timedelta(0))


def test_it_counts_a_game_once_however_often_it_is_asked(alice: User, bob: User) -> None:
    game = finished_game(alice, bob, resigns=(1, 2))
    count(game)
    assert not ratings_counting.count_results([game.pk])
    recomputing.recompute()
    assert leaves(bob) == 1


def test_it_counts_nothing_of_a_result_that_fails(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(alice, bob, resigns=(1, 2))

    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(counting, "leavers", SimpleNamespace(note_rated_game=fail))
    with pytest.raises(RuntimeError):
        ratings_counting.count_results([game.pk])
    game.refresh_from_db()
    assert game.result_at is None
    assert leaves(bob) == 0


def test_it_doubles_the_pause_each_time_up_to_a_day(alice: User, bob: User) -> None:
    minutes = []
    for number in range(1, 11):
        count(finished_game(alice, bob, resigns=(1, 2)))
        assert leaves(bob) == number
        minutes.append(pause(bob) / timedelta(minutes=1))
    assert minutes == [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440]
    assert leavers.pause_after(1e6) == timedelta(days=1)


def test_it_forgives_a_fifth_with_each_rated_game_that_was_finished(alice: User, bob: User) -> None:
    count(finished_game(alice, bob, resigns=(1, 2)))
    count(finished_game(alice, bob, rated=False))
    assert leaves(bob) == 1
    count(finished_game(alice, bob))
    assert leaves(bob) == pytest.approx(0.8)
    count(finished_game(alice, bob))
    assert leaves(bob) == pytest.approx(0.64)
    # What is over stays over, and what runs goes on.
    assert pause(bob) == timedelta(minutes=5)


def test_it_never_shortens_a_pause(alice: User, bob: User) -> None:
    paused(bob, timedelta(hours=2))
    count(finished_game(alice, bob, resigns=(1, 2)))
    assert pause(bob) == timedelta(hours=2)


def test_it_tells_a_leaver_how_long_to_wait_and_lets_them_play_casual_games(
    alice: User, bob: User
) -> None:
    paused(bob, timedelta(minutes=9, seconds=30))
    room = seated(alice, seats=2)
    Room.objects.filter(pk=room.pk).update(rated=True)
    asks: list[Callable[[], None]] = [
        lambda: tickets.play(bob.pk, RATED, 0),
        lambda: challenges.challenge(bob.pk, alice, RATED),
        lambda: seating.sit(room.pk, bob.pk, None, None),
    ]
    for ask in asks:
        with pytest.raises(Refused, match="10 min more") as refused:
            ask()
        assert refused.value.code == "forbidden"
    tickets.play(bob.pk, CASUAL, 0)
    challenges.challenge(bob.pk, alice, CASUAL)
    Room.objects.filter(pk=room.pk).update(rated=False)
    seating.sit(room.pk, bob.pk, None, None)


def test_it_lets_a_paused_player_accept_no_rated_challenge_and_play_no_rematch(
    alice: User, bob: User
) -> None:
    challenges.challenge(alice.pk, bob, RATED)
    game = finished_game(alice, bob, resigns=(1, 2))
    paused(bob, timedelta(minutes=1))
    (asked,) = challenges.challenge_views([bob.pk])[bob.pk]
    with pytest.raises(Refused, match="1 min"):
        challenges.accept(bob.pk, asked.id)
    assert game.room is not None
    with pytest.raises(Refused, match="1 min"):
        starting.rematch(game.room.pk, bob.pk, None)
    starting.rematch(game.room.pk, alice.pk, None)


def test_it_rounds_minutes_up(alice: User, clock: FakeClock) -> None:
    paused(alice, timedelta(minutes=5))

    def wait(seconds_left: float) -> int:
        return minutes_to_wait(alice.pk, NOW + timedelta(seconds=300 - seconds_left))

    assert [wait(seconds) for seconds in (-1, 0, 1, 60, 61, 300)] == [0, 0, 1, 1, 2, 5]
