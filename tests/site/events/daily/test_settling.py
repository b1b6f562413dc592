"""Half an hour after its day a daily is over: its dice are revealed, and its results counted."""

import pytest

from games.core.engine import Roll
from games.models import (
    Daily,
    DailyEntry,
    DailyMiss,
    DailyScore,
    DailyWeek,
    DiceShare,
    FairLogEntry,
    Game,
    GameSnapshot,
    SeatAnalysis,
    User,
)
from games.record.log import ending
from games.record.log.ending import abort_game
from games.record.log.verifying import problems_of
from games.site.events.daily import settling
from games.site.events.daily.opening import open_dailies
from games.site.events.daily.settling import count_weeks, judge_some, settle
from games.site.study.analysis.game_analysis import analyse_revealed
from tests.site.events.daily.playing import DAY_S, begin, daily_of, do, entry, play_out
from tests.support.clock import FakeClock
from tests.support.damage import another_die
from tests.support.people import person

pytestmark = pytest.mark.registered

# 2026-01-01 is a Thursday.
HALF_HOUR_S = 1800.0


def revealed() -> set[str]:
    return set(FairLogEntry.objects.filter(is_end=True).values_list("code", flat=True))


def test_it_reveals_half_an_hour_after_midnight(alice: User, clock: FakeClock) -> None:
    play_out(begin(alice, clock), clock)
    daily = daily_of(clock)
    clock.advance(DAY_S + HALF_HOUR_S - 1)
    assert settle(clock.utc_now()) == []
    assert revealed() == set()
    clock.advance(1)
    settle(clock.utc_now())
    assert daily.share in revealed()
    daily.refresh_from_db()
    assert daily.revealed_at == clock.utc_now()


def test_it_reveals_each_daily_once_and_those_that_nobody_played_too(
    db: None, clock: FakeClock
) -> None:
    open_dailies(clock.utc_now())
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    settle(clock.utc_now())
    kinds = list(FairLogEntry.objects.filter(is_end=True).values_list("kind", flat=True))
    assert kinds == ["closed"] * 4


@pytest.mark.logs_errors("games.record.log.ending")
def test_a_game_that_cannot_be_ended_holds_up_no_other_one(
    alice: User, bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, other = begin(alice, clock), begin(bob, clock)

    def abort(game: int, reason: str) -> bool:
        if game == stuck.pk:
            raise ValueError("its log cannot be read")
        return abort_game(game, reason)

    monkeypatch.setattr(ending, "abort_game", abort)
    clock.advance(DAY_S + HALF_HOUR_S)
    assert settle(clock.utc_now()) == [other.room_id]
    other.refresh_from_db()
    assert other.status == "aborted"


def test_it_first_ends_what_is_still_played(alice: User, bob: User, clock: FakeClock) -> None:
    running = begin(alice, clock)
    do(running, Roll(1, 0), clock)
    total = play_out(begin(bob, clock), clock)
    daily = daily_of(clock)
    clock.advance(DAY_S + HALF_HOUR_S)
    assert settle(clock.utc_now()) == [running.room_id]
    running.refresh_from_db()
    assert running.status == "aborted"
    assert (entry(alice).total, entry(bob).total) == (None, total)
    assert daily.share in revealed()
    assert problems_of(running) == []


def test_it_ends_games_in_steps_and_reveals_after_the_last(
    alice: User, bob: User, clock: FakeClock
) -> None:
    games = [begin(player, clock) for player in (alice, bob)]
    share = daily_of(clock).share
    clock.advance(DAY_S + HALF_HOUR_S)
    assert len(settle(clock.utc_now(), most=1)) == 1
    assert share not in revealed()
    assert len(settle(clock.utc_now(), most=1)) == 1
    settle(clock.utc_now())
    assert share in revealed()
    assert Game.objects.filter(pk__in=[game.pk for game in games], status="aborted").count() == 2


@pytest.mark.logs_errors("games.site.events.daily.settling")
def test_it_leaves_nothing_half_done_if_it_fails_in_the_middle(
    alice: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play_out(begin(alice, clock), clock)
    share = daily_of(clock).share
    clock.advance(DAY_S + HALF_HOUR_S)

    def fail(*_: object) -> None:
        raise LookupError

    with monkeypatch.context() as broken:
        broken.setattr(DailyScore.objects, "bulk_create", fail)
        settle(clock.utc_now())
    assert "the daily yacht 2026-01-01 could not be ended" in caplog.messages
    assert share not in revealed()
    assert not DiceShare.objects.get(code=share).closed
    settle(clock.utc_now())
    assert share in revealed()
    assert DailyScore.objects.count() == 1


@pytest.mark.logs_errors("games.record.log.ending")
def test_it_reveals_the_other_dailies_if_one_game_cannot_be_read(
    alice: User, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    broken = begin(alice, clock, "yacht")
    others = {daily_of(clock, variant).share for variant in ("yahtzee", "yatzy")}
    GameSnapshot.objects.create(game=broken, state="{")
    clock.advance(DAY_S + HALF_HOUR_S)
    assert settle(clock.utc_now()) == []
    assert others <= revealed()
    assert broken.share not in revealed()
    assert f"game {broken.pk} could not be aborted (daily)" in caplog.messages
    GameSnapshot.objects.all().delete()
    settle(clock.utc_now())
    assert broken.share in revealed()


def test_it_counts_how_many_ranked_players_have_each_total(
    alice: User, bob: User, charlie: User, clock: FakeClock
) -> None:
    best = [play_out(begin(player, clock), clock) for player in (alice, bob)]
    worst = play_out(begin(charlie, clock), clock, best=False)
    play_out(begin(person("Gus"), clock), clock)
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    assert best[0] == best[1] > worst
    counted = set(DailyScore.objects.values_list("total", "players"))
    assert counted == {(best[0], 2), (worst, 1)}


def test_it_adds_ranked_results_to_the_week_once(alice: User, bob: User, clock: FakeClock) -> None:
    totals = []
    for _ in range(2):
        totals.append(play_out(begin(alice, clock), clock))
        clock.advance(DAY_S)
    play_out(begin(person("Gus"), clock), clock)
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    while count_weeks():
        pass
    count_weeks()
    (week,) = DailyWeek.objects.all()
    assert (week.player, week.points, week.days) == (alice, sum(totals), 2)
    assert week.begins.isoformat() == "2025-12-29"
    assert not DailyEntry.objects.filter(counted=False).exists()


def test_it_analyses_the_games_after_the_reveal(alice: User, bob: User, clock: FakeClock) -> None:
    for player in (alice, bob):
        play_out(begin(player, clock), clock, best=False)
    daily = daily_of(clock)
    assert judge_some() == 0
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    count_weeks()
    while not Daily.objects.get(pk=daily.pk).judged:
        judge_some()
        Daily.objects.exclude(pk=daily.pk).update(judged=True)
    daily.refresh_from_db()
    analysis = SeatAnalysis.objects.get(game=entry(alice).game)
    assert daily.perfect == analysis.data["perfect"]
    assert entry(alice).loss == entry(bob).loss == analysis.data["loss"]
    wrong = [
        move
        for move in analysis.data["moves"]
        if move["turn"] <= 3 and move["grade"] not in ("best", "fine")
    ]
    assert wrong
    kept = {miss.position: (miss.missed, miss.best) for miss in DailyMiss.objects.all()}
    assert kept == {move["position"]: (2, move["best"]) for move in wrong}
    by_position = {move["position"]: 2 * move["loss"] for move in wrong}
    for miss in DailyMiss.objects.all():
        assert miss.given_up == pytest.approx(by_position[miss.position])


@pytest.mark.logs_errors("games.site.events.daily.settling")
def test_a_game_that_cannot_be_analysed_holds_up_no_other_one(
    alice: User, bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = begin(alice, clock), begin(bob, clock)
    for game in (broken, other):
        play_out(game, clock, best=False)
    daily = daily_of(clock)
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    count_weeks()
    Daily.objects.exclude(pk=daily.pk).update(judged=True)

    def fail(game: int) -> SeatAnalysis | None:
        if game == broken.pk:
            raise ValueError("a bug")
        return analyse_revealed(game)

    monkeypatch.setattr(settling, "analyse_revealed", fail)
    assert judge_some() == 2
    assert entry(alice).loss is None
    assert entry(bob).loss is not None
    judge_some()
    daily.refresh_from_db()
    assert daily.judged


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_has_no_result_of_a_damaged_game(alice: User, bob: User, clock: FakeClock) -> None:
    damaged, sound = begin(alice, clock), begin(bob, clock)
    total = [play_out(game, clock) for game in (damaged, sound)][1]
    another_die(damaged)
    clock.advance(DAY_S + HALF_HOUR_S)
    settle(clock.utc_now())
    assert (entry(alice).over, entry(alice).total, entry(alice).ranked) == (True, None, False)
    assert entry(bob).total == total
    while count_weeks() or judge_some():
        pass
    assert set(SeatAnalysis.objects.values_list("game", flat=True)) == {sound.pk}
    assert entry(alice).loss is None
    assert Daily.objects.get(pk=entry(alice).daily_id).judged
