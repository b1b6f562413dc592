"""The dice of each game are counted once, whatever happens."""

from collections import Counter

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from games.models import DiceCount, Game, GameEvent
from games.platform.database.threads import in_database
from games.record.audit import counting, jobs
from games.record.audit.counting import (
    count_dice,
    days_and_games,
    each_day,
    newest_days,
    totals,
    wrong_periods,
)
from tests.core.engine.golden_games import GOLDEN_GAMES, Golden
from tests.record.audit.games import stored
from tests.support.oracles.dice_counts import naive_counts

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = GOLDEN_GAMES[:3]


def faces_of(*games: Golden) -> list[int]:
    """How often each face was thrown, by the naive count."""
    found: Counter[int] = Counter()
    for golden in games:
        for (kind, _, face), count in naive_counts(golden.lines).items():
            found[face] += count if kind == "place" else 0
    return [found[face] for face in range(1, 7)]


def test_it_counts_games_by_the_day_they_ended_and_in_total() -> None:
    stored(FIRST)
    stored(SECOND)
    stored(THIRD, days=1)
    assert count_dice() == 3
    assert (totals().games, totals().tally.face_counts(6)) == (3, faces_of(FIRST, SECOND, THIRD))
    days = [(day.name, day.games, day.tally.face_counts(6)) for day in newest_days()]
    assert days == [
        ("2026-02-01", 1, faces_of(THIRD)),
        ("2026-01-31", 2, faces_of(FIRST, SECOND)),
    ]
    assert [day.name for day in newest_days(1)] == ["2026-02-01"]
    assert days_and_games() == (2, 3)


@pytest.mark.parametrize("at_once", [1, 2, 3, 4])
def test_it_yields_all_days_a_few_at_a_time(
    at_once: int,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    assert (list(each_day()), days_and_games()) == ([], (0, 0))
    for number, game in enumerate((FIRST, SECOND, THIRD)):
        stored(game, days=number)
    count_dice()
    monkeypatch.setattr(counting, "DAYS_AT_ONCE", at_once)
    with django_assert_num_queries(1):
        assert next(each_day()).name == "2026-02-02"
    assert list(each_day()) == newest_days()


def test_it_counts_neither_running_games_nor_replays() -> None:
    stored(FIRST, status=Game.Status.PLAYING, finished_at=None)
    stored(SECOND, replay=True)
    assert count_dice() == 0
    assert totals().games == 0


def test_it_goes_on_after_as_many_games_as_it_counts_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "MAX_AT_ONCE", 2)
    for number, golden in enumerate((FIRST, SECOND, THIRD)):
        stored(golden, days=-number)
    assert [count_dice() for _ in range(3)] == [2, 1, 0]
    assert totals().tally.face_counts(6) == faces_of(FIRST, SECOND, THIRD)
    # The oldest games are first.
    assert [day.name for day in newest_days()] == ["2026-01-31", "2026-01-30", "2026-01-29"]


def test_it_is_checked_and_repaired_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    stored(FIRST)
    call_command("count_dice")
    dice = sum(faces_of(FIRST))
    assert f"Counted 1 games. In total: {dice} dice of 1 games." in capsys.readouterr().out
    call_command("count_dice", "--check")
    DiceCount.objects.filter(period="2026-01-31").update(games=2)
    with pytest.raises(CommandError, match=r"Not what the logs say: 2026-01-31\."):
        call_command("count_dice", "--check")
    call_command("count_dice", "--again")
    call_command("count_dice", "--check")
    assert "The counts of 1 games are what the logs say." in capsys.readouterr().out


def test_it_counts_no_game_that_ended_before_the_first_roll() -> None:
    game = stored(FIRST, status="cancelled")
    GameEvent.objects.filter(game=game, seq__gt=1).delete()
    assert [count_dice(), count_dice()] == [1, 0]
    assert (totals().games, newest_days(), wrong_periods()) == (0, [], [])


@pytest.mark.django_db(transaction=True)
async def test_it_is_done_by_the_worker() -> None:
    await in_database(lambda: stored(FIRST))
    assert await jobs.sweep_dice() == 1
    assert await jobs.sweep_dice() == 0


def test_it_leaves_nothing_behind_when_it_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    stored(FIRST)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(counting, "_save", killed)
        with pytest.raises(KeyboardInterrupt):
            count_dice()
    assert not Game.objects.filter(dice_counted=True).exists()
    assert not DiceCount.objects.exists()
    assert count_dice() == 1
    assert totals().tally.face_counts(6) == faces_of(FIRST)
