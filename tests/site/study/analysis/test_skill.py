"""The skill index: the mean loss of all counted choices, with its standard error."""

import math
from statistics import fmean, stdev

import pytest

from games.models import Game, SeatAnalysis, Skill, User
from games.site.study.analysis.game_analysis import analyse_game
from games.site.study.analysis.skill import (
    SkillIndex,
    is_suspect,
    skill_index,
)
from games.site.study.analysis.summary import Summary
from tests.record.ratings.games import DAY, finished_game
from tests.support.people import START

pytestmark = pytest.mark.registered


def summary(*losses: float) -> Summary:
    return Summary(len(losses), sum(losses), sum(loss * loss for loss in losses))


def test_it_is_the_mean_over_all_choices_with_the_error_of_a_mean() -> None:
    games = [[0.0, 1.0, 2.5], [0.0], [], [4.0, 0.0, 0.0, 0.5]]
    pooled = [loss for game in games for loss in game]
    index = skill_index(summary(*game) for game in games)
    assert index is not None
    assert index.loss == pytest.approx(fmean(pooled))
    assert index.error == pytest.approx(stdev(pooled) / math.sqrt(len(pooled)))
    assert (index.decisions, index.games) == (8, 3)


def test_it_suspects_only_who_is_near_perfect_for_long() -> None:
    assert is_suspect(SkillIndex(0.01, 0.002, 300, 9), "yacht")
    assert not is_suspect(SkillIndex(0.01, 0.002, 299, 9), "yacht")
    assert not is_suspect(SkillIndex(0.03, 0.002, 3000, 90), "yacht")


def analysed(*people: User, seed: int) -> Game:
    game = finished_game(*people, seed=seed, at=START + seed * DAY)
    assert analyse_game(game.pk)
    return game


@pytest.mark.django_db
def test_it_is_of_the_last_games_of_the_variant(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.site.study.analysis.skill.WINDOW", 2)
    games = [analysed(alice, bob, seed=seed) for seed in range(3)]
    rows = list(SeatAnalysis.objects.filter(game__in=games[1:], player=alice))
    skill = Skill.objects.get(player=alice)
    assert skill.loss == pytest.approx(
        sum(row.loss for row in rows) / sum(row.counted for row in rows)
    )
    assert skill.games == 2
    assert not skill.suspect
