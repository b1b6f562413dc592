"""The worker verifies every game that is over, and a damaged one counts nowhere."""

import random
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.assembly.processes.lifecycle import measure
from games.core.engine import Abort
from games.models import (
    Game,
    GameAddress,
    GameEvent,
    Rating,
    Room,
    Scorecard,
    SeatAnalysis,
    SeatForesight,
    Skill,
    User,
)
from games.platform import metrics
from games.platform.database.threads import in_database
from games.record.audit.counting import count_dice
from games.record.fairness.secrets import UnreadableSecret
from games.record.log import damage, jobs, verifying
from games.record.log.jobs import verify_some
from games.record.ratings.counting import count_results
from games.record.ratings.jobs import delete_unused_addresses
from games.record.reveals.shared_dice import open_share
from games.site.events.puzzles.collecting import collect
from games.site.study.analysis.game_analysis import analyse_game, games_to_analyse
from games.site.study.foresight.counting import count_foresight
from games.tables.live.registry import Hubs
from games.tables.live.results import count_finished_games, sweep_results
from games.tables.rooms.loading import load_room
from games.tables.rooms.shared_games import open_shared_game
from tests.support.clock import FakeClock
from tests.support.damage import DAMAGE, another_die, change, lost_event, sealed_game
from tests.support.desk import act, play
from tests.support.people import begun, open_room
from tests.support.replays import open_replay


def fault_of(game: Game) -> str | None:
    return Game.objects.get(pk=game.pk).fault


@pytest.mark.logs_errors("games.record.log.damage")
@pytest.mark.parametrize("rated", [True, False], ids=["rated", "casual"])
@pytest.mark.parametrize(("harm", "problem"), DAMAGE.values(), ids=DAMAGE.keys())
def test_it_counts_all_games_but_the_damaged_one(
    harm: Callable[[Game], object],
    problem: str,
    rated: bool,
    alice: User,
    bob: User,
    charlie: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = sealed_game(alice, charlie, rated=rated)
    damaged = sealed_game(alice, bob, rated=rated)
    after = sealed_game(alice, charlie, rated=rated, seed=1)
    harm(damaged)
    assert count_finished_games() == [before.pk, after.pk]
    assert count_finished_games() == []
    damaged.refresh_from_db()
    assert damaged.verified
    assert problem in (damaged.fault or "")
    assert (damaged.result_at, damaged.result_number) == (None, None)
    assert f"the record of game {damaged.code} is damaged: {damaged.fault}" in caplog.messages
    assert not Rating.objects.filter(player=bob).exists()
    assert Rating.objects.get(player=alice).games == 2
    assert not Scorecard.objects.filter(game=damaged, finished_at__isnull=False).exists()


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_analyses_and_measures_no_damaged_game(alice: User, bob: User, clock: FakeClock) -> None:
    same: dict[str, Any] = {
        "variant": "yahtzee",
        "mode": "rounds",
        "clock": 60,
        "dice": "same",
        "public": True,
    }
    game, sound = (sealed_game(alice, bob, seed=seed, **same) for seed in (1, 2))
    another_die(game)
    count_finished_games()
    assert games_to_analyse() == [sound.pk]
    assert not analyse_game(game.pk)
    assert analyse_game(sound.pk)
    while count_foresight():
        pass
    while count_dice():
        pass
    collect(clock.utc_now())
    for model in (SeatAnalysis, SeatForesight):
        assert set(model._default_manager.values_list("game", flat=True)) == {sound.pk}
    game.refresh_from_db()
    assert not game.foresight_counted


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_uses_no_analysis_of_a_game_that_was_damaged_later(
    alice: User, clock: FakeClock
) -> None:
    game = sealed_game(alice, variant="yahtzee", public=True, seed=3)
    assert analyse_game(game.pk)
    assert Skill.objects.filter(player=alice).exists()
    damage.mark_damaged(game, "a problem")
    again = sealed_game(alice, variant="yahtzee", public=True, seed=4)
    lost_event(again)
    assert not analyse_game(again.pk)
    third = sealed_game(alice, variant="yahtzee", seed=5)
    assert analyse_game(third.pk)
    assert Skill.objects.get(player=alice).games == 1


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_marks_a_game_that_is_damaged_between_its_verification_and_its_analysis(
    alice: User, bob: User
) -> None:
    game = sealed_game(alice, bob, variant="yahtzee", mode="rounds", clock=60, dice="same")
    count_finished_games()
    another_die(game)
    assert not analyse_game(game.pk)
    assert "fell" in (fault_of(game) or "")
    Game.objects.filter(pk=game.pk).update(fault=None)
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert "fell" in (fault_of(game) or "")
    assert not SeatAnalysis.objects.exists()
    assert not SeatForesight.objects.exists()


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_tells_the_monitoring(alice: User, bob: User, clock: FakeClock) -> None:
    sealed_game(alice, bob)
    lost_event(sealed_game(alice, bob))
    measure()
    assert metrics.DAMAGED_GAMES.value() == 0
    assert metrics.BACKLOG.value("results") == 2
    count_finished_games()
    measure()
    assert metrics.DAMAGED_GAMES.value() == 1
    waiting = {job: metrics.BACKLOG.value(job) for job in ("results", "analyses", "dice")}
    assert waiting == {"results": 0, "analyses": 1, "dice": 1}


@pytest.mark.logs_errors("games.record.log.damage")
async def test_its_room_says_why_it_is_not_counted(hubs: Hubs, alice: User, bob: User) -> None:
    def make() -> Room:
        game = sealed_game(alice, bob, rated=True)
        lost_event(game)
        assert game.room is not None
        return game.room

    room = await in_database(make)
    rev = room.rev
    assert await sweep_results() == 0
    await in_database(room.refresh_from_db)
    assert room.rev > rev
    found = await in_database(lambda: load_room(room.code))
    assert found is not None
    assert found.view.result is not None
    assert (
        found.view.result.uncounted
        == "The record of this game is damaged, so the game is not counted."
    )


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_keeps_no_addresses_for_it(alice: User, bob: User, clock: FakeClock) -> None:
    game = sealed_game(alice, bob, rated=True)
    GameAddress.objects.create(game=game.code, player=alice.pk, mark="0123456789abcdef")
    lost_event(game)
    delete_unused_addresses()
    assert GameAddress.objects.exists()
    count_finished_games()
    delete_unused_addresses()
    assert not GameAddress.objects.exists()


# --- Games that nobody counts -----------------------------------------------------------------


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_verifies_games_that_are_never_counted(alice: User, bob: User, charlie: User) -> None:
    aborted = begun(open_room(alice), alice, bob)
    act(aborted, None, Abort("test"))
    shared = open_shared_game(charlie, "yacht", open_share()).game
    again = open_replay(alice, sealed_game(alice, bob), 0).game
    running = begun(open_room(alice), alice, bob)
    assert shared is not None
    assert again is not None
    for game in (shared, again):
        play(game, 99, random.Random(1))
    another_die(again)
    while verify_some():
        pass
    verified = set(Game.objects.filter(verified=True).values_list("pk", flat=True))
    assert verified == set(Game.objects.exclude(pk=running.pk).values_list("pk", flat=True))
    assert set(Game.objects.filter(fault__isnull=False)) == {again}


def test_it_verifies_games_once_a_few_at_a_time_newest_first(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_AT_ONCE", 2)
    games = []
    for at in range(3):
        games.append(begun(open_room(alice), alice, bob))
        act(games[-1], None, Abort("test"), now=1_767_225_600_000 + at)
    assert verify_some() == 2
    assert set(Game.objects.filter(verified=True)) == set(games[1:])
    assert [verify_some(), verify_some()] == [1, 0]


@pytest.mark.logs_errors("games.record.log.damage")
def test_a_secret_that_cannot_be_read_is_no_damage(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    share = open_share()
    game = open_shared_game(alice, "yacht", share).game
    assert game is not None
    play(game, 99, random.Random(1))
    other = sealed_game(alice, bob)

    def missing(code: str, stored: bytes) -> bytes:
        raise UnreadableSecret("the key is missing")

    with monkeypatch.context() as patch:
        patch.setattr(verifying, "secret_from", missing)
        assert [verify_some(), verify_some()] == [1, 0]
    assert Game.objects.get(pk=other.pk).is_sound  # its log has revealed the secret
    assert not Game.objects.get(pk=game.pk).verified
    assert fault_of(game) is None
    assert caplog.messages == [f"game {game.code} cannot be verified: the key is missing"]
    # The same process does not try again; the next one does, and may have the key.
    assert verify_some() == 0
    damage._unreadable.clear()
    assert verify_some() == 1
    assert Game.objects.get(pk=game.pk).is_sound


# --- The way back -----------------------------------------------------------------------------


def verify_again(*codes: str) -> str:
    out = StringIO()
    try:
        call_command("verifylog", "--again", *codes, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


@pytest.mark.logs_errors("games.record.log.damage")
def test_a_game_that_was_put_right_is_counted(alice: User, bob: User) -> None:
    game = sealed_game(alice, bob)
    whole = list(GameEvent.objects.filter(game=game, seq=9).values())
    lost_event(game)
    assert count_finished_games() == []
    assert "event 9 is missing" in verify_again(game.code)
    assert fault_of(game) == "the log is broken: event 9 is missing"
    GameEvent.objects.create(**whole[0])
    assert count_finished_games() == []
    assert "1 games agree" in verify_again(game.code)
    assert fault_of(game) is None
    assert count_finished_games() == [game.pk]


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_marks_a_game_that_was_damaged_after_it_was_counted(alice: User, bob: User) -> None:
    game, other = (sealed_game(alice, bob, rated=True, seed=seed) for seed in (1, 2))
    assert count_finished_games() == [game.pk, other.pk]
    change(game, "box.scored", points=99)
    call_command("recompute_ratings", stdout=StringIO())
    with pytest.raises(CommandError):
        call_command("verifylog", game.code, stdout=StringIO())
    assert fault_of(game) is None  # without --again it changes nothing
    verify_again()
    assert "worth" in (fault_of(game) or "")
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check", stdout=StringIO())
    call_command("recompute_ratings", stdout=StringIO())
    call_command("recompute_ratings", "--check", stdout=StringIO())
    game.refresh_from_db()
    assert (game.result_at, game.result_number) == (None, None)
    assert not Scorecard.objects.filter(game=game, mu_after__isnull=False).exists()
    assert {row.games for row in Rating.objects.all()} == {1}
    assert count_results([game.pk]) == []
