"""Simulations of Triple Yahtzee that can be stopped and continued."""

import json
from pathlib import Path

import pytest

from games.solver.triple import EXACT
from games.solver.triple.weights import load
from make.solver.triple_simulation import play_games
from make.triple import long_measurement
from make.triple.evaluation import summary
from make.triple.long_measurement import SEED, OtherGames, measure

pytestmark = pytest.mark.simulation


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_measurement, "BLOCK", 16)


def test_it_continues_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    (first,) = measure("none", 16, path)
    last = list(measure("none", 48, path))[-1]
    played = play_games(load("none"), "none", 48, seed=SEED, exact=EXACT, ahead=True)
    whole = summary(played)

    assert (first.games, last.games) == (16, 48)
    assert last.mean == pytest.approx(whole["mean"])
    assert last.error == pytest.approx(whole["error"])
    assert last.adjusted == pytest.approx(whole["adjusted"])
    assert last.adjusted_error == pytest.approx(whole["adjusted_error"], rel=1e-3)


def test_it_refuses_games_of_other_rules(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({"of": long_measurement.label_of("forced")}) + "\n")

    with pytest.raises(OtherGames):
        next(measure("none", 16, path))
