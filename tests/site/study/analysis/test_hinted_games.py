"""Games with hints: analysed like others, noted, and nobody's skill."""

import random

import pytest

from games.core.engine import Hint, Roll
from games.models import SeatAnalysis, Skill, User
from games.record.log.batches import write
from games.record.log.loading import load_game
from games.site.study.analysis.game_analysis import analyse, analyse_game
from tests.core.engine.golden_games import GOLDEN_GAMES
from tests.record.ratings.games import begun_game, play
from tests.support.desk import entry_after, ignore
from tests.support.people import START

pytestmark = pytest.mark.registered

(GOLDEN,) = (golden for golden in GOLDEN_GAMES if golden.name == "yacht-hints")


def test_it_counts_the_hints_of_each_seat() -> None:
    asked = [line["seat"] for line in GOLDEN.lines if line["type"] == "hint.given"]
    alice, bob = [data for _, data in analyse(GOLDEN.log)]
    assert (alice["hints"], bob["hints"]) == (len(asked), 0)
    assert set(asked) == {0}


def test_it_judges_as_if_nobody_had_asked() -> None:
    silent = [event for event in GOLDEN.log if event.type != "hint.given"]
    for (_, data), (_, without) in zip(analyse(GOLDEN.log), analyse(silent), strict=True):
        for name in ("score", "luck", "loss", "counted", "accuracy", "grades", "perfect"):
            assert data[name] == without[name]
        # The places in the log are others.
        assert [move["loss"] for move in data["moves"]] == [m["loss"] for m in without["moves"]]


@pytest.mark.django_db
def test_it_is_left_out_of_the_skill_of_who_asked_and_of_nobody_else(
    alice: User, bob: User
) -> None:
    game = begun_game(alice, bob, rated=False)
    loaded = load_game(game.pk)
    for action in (Roll(1, 0), Hint(1, 1)):
        entry = entry_after(loaded, 0, action, "", ignore, START)
        assert write([entry]) == [None]
        loaded.state, loaded.head = entry.after, entry.head
    play(game, random.Random(1))
    assert analyse_game(game.pk)
    rows = SeatAnalysis.objects.filter(game=game).order_by("seat")
    assert [row.hints for row in rows] == [1, 0]
    assert all(row.counted for row in rows)
    assert [skill.player for skill in Skill.objects.all()] == [bob]
