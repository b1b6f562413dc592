"""Analyses in the database: once a game, whatever crashes, and anew with a better solver."""

import json
from functools import partial

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameEvent, Scorecard, SeatAnalysis, Skill, User
from games.platform.database.threads import in_database
from games.site.study.analysis import game_analysis, jobs
from games.site.study.analysis.game_analysis import analyse_game, current_analyses, games_to_analyse
from tests.record.ratings.games import DAY, begun_game, finished_game
from tests.support.desk import rechain
from tests.support.people import START, account

pytestmark = [pytest.mark.django_db, pytest.mark.registered]


def stored(game: Game) -> list[SeatAnalysis]:
    return list(SeatAnalysis.objects.filter(game=game).order_by("seat"))


def test_it_is_done_once(alice: User) -> None:
    game = finished_game(alice)
    assert analyse_game(game.pk)
    (row,) = stored(game)
    assert not analyse_game(game.pk)
    assert stored(game) == [row]


def test_it_is_done_anew_with_a_new_version(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = finished_game(alice, seed=1), finished_game(alice, seed=2, at=START + DAY)
    assert analyse_game(old.pk)
    before = stored(old)
    SeatAnalysis.objects.update(loss=-1.0, data={})
    monkeypatch.setattr(game_analysis, "VERSION", game_analysis.VERSION + 1)
    # Games that have no analysis at all come first.
    assert games_to_analyse() == [new.pk, old.pk]
    assert not current_analyses().exists()
    assert analyse_game(old.pk)
    after = stored(old)
    assert [(row.loss, row.data) for row in after] == [(row.loss, row.data) for row in before]
    assert list(current_analyses()) == after


def test_it_begins_with_the_newest_of_the_games_that_an_older_version_has_analysed(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [finished_game(alice, seed=day, at=START + day * DAY) for day in range(4)]
    for game in games[:2]:
        analyse_game(game.pk)
    monkeypatch.setattr(game_analysis, "VERSION", game_analysis.VERSION + 1)
    assert games_to_analyse() == [games[number].pk for number in (2, 3, 1, 0)]
    monkeypatch.setattr(game_analysis, "BATCH_SIZE", 3)
    assert games_to_analyse() == [games[number].pk for number in (2, 3, 1)]


def test_it_does_away_with_games_that_cannot_be_judged(alice: User) -> None:
    game = finished_game(alice)
    event = GameEvent.objects.get(game=game, seq=1)
    older = json.dumps({**json.loads(event.data), "rules": 0})
    GameEvent.objects.filter(pk=event.pk).update(data=older)
    rechain(game)
    assert analyse_game(game.pk)
    assert stored(game) == []
    assert games_to_analyse() == []


def test_it_stores_what_bots_do_but_gives_them_no_index(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    game = finished_game(alice, bob, bots=1, rated=False)
    analyse_game(game.pk)
    assert [row.bot for row in stored(game)] == [False, True]
    assert [skill.player for skill in Skill.objects.all()] == [alice]


def test_it_compares_with_the_mean_of_the_others(alice: User, bob: User, charlie: User) -> None:
    game = finished_game(alice, bob, charlie)
    analyse_game(game.pk)
    rows = stored(game)
    scores, lucks = [row.data["score"] for row in rows], [row.data["luck"] for row in rows]
    assert rows[0].data["margin"] == pytest.approx(scores[0] - (scores[1] + scores[2]) / 2)
    assert rows[0].data["adjusted_margin"] == pytest.approx(
        scores[0] - lucks[0] - (scores[1] - lucks[1] + scores[2] - lucks[2]) / 2
    )
    assert sum(row.data["margin"] for row in rows) == pytest.approx(0)


def test_it_compares_nobody_where_somebody_resigned(alice: User, bob: User) -> None:
    game = finished_game(alice, bob, resigns=(1, 3))
    analyse_game(game.pk)
    rows = stored(game)
    assert [row.data["margin"] for row in rows] == [None, None]
    assert all(row.data["unplayed"] > 0 for row in rows)


def test_it_forgets_who_was_deleted_with_his_row(alice: User, bob: User) -> None:
    game = finished_game(alice, bob)
    Scorecard.objects.filter(game=game, seat=1).update(player=None)
    analyse_game(game.pk)
    assert [row.player for row in stored(game)] == [alice, None]


@pytest.mark.logs_errors("games.site.study.analysis.jobs")
@pytest.mark.django_db(transaction=True)
async def test_it_goes_on_with_the_others_when_a_game_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    alice = await in_database(lambda: account("Alice"))
    games = [
        await in_database(partial(finished_game, alice, seed=seed, at=START + seed * DAY))
        for seed in range(3)
    ]
    analyse = game_analysis.analyse_game

    def fail(game_id: int) -> bool:
        if game_id == games[0].pk:
            raise OSError("no weights")
        return analyse(game_id)

    monkeypatch.setattr(jobs, "_failed", set())
    monkeypatch.setattr(jobs, "analyse_game", fail)
    assert await jobs.sweep_analyses() == 2
    assert "could not be analysed" in caplog.text
    assert await jobs.sweep_analyses() == 0
    monkeypatch.undo()
    assert await jobs.sweep_analyses() == 1


@pytest.mark.django_db
def test_it_can_be_asked_for_by_command(alice: User, capsys: pytest.CaptureFixture[str]) -> None:
    games = [finished_game(alice, seed=seed, at=START + seed * DAY) for seed in range(2)]
    call_command("analyse")
    assert games_to_analyse() == []
    before = stored(games[0])
    SeatAnalysis.objects.update(loss=-1.0)
    call_command("analyse", games[0].code)
    assert [row.loss for row in stored(games[0])] == [row.loss for row in before]
    assert stored(games[1])[0].loss == -1.0
    assert "1 games analysed" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no finished game"):
        call_command("analyse", begun_game(alice).code)


def test_it_leaves_nothing_behind_when_it_is_killed(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(alice)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(game_analysis, "refresh_skills", killed)
    with pytest.raises(KeyboardInterrupt):
        analyse_game(game.pk)
    assert stored(game) == []
    assert games_to_analyse() == [game.pk]
    monkeypatch.undo()
    assert analyse_game(game.pk)


def test_it_writes_nothing_when_another_worker_was_faster(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(alice)
    analyse = game_analysis.analyse

    def overtaken(log: list[object], secret: str | None) -> object:
        Game.objects.filter(pk=game.pk).update(analysed=game_analysis.VERSION)
        return analyse(log, secret)  # type: ignore[arg-type]

    monkeypatch.setattr(game_analysis, "analyse", overtaken)
    assert not analyse_game(game.pk)
    assert stored(game) == []
