"""Whole games on one process with SQLite: half of the covering array, and all judges."""

from collections.abc import Iterator

import pytest

from tests.system.whole_games.court import damages
from tests.system.whole_games.covering import covering_rows
from tests.system.whole_games.installation import one_process
from tests.system.whole_games.judges import JUDGES
from tests.system.whole_games.trial import Trial

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    """All rows of one process, played."""
    rows = [row for row in covering_rows() if row["processes"] == "one"]
    with one_process(tmp_path_factory.mktemp("one-process")) as site:
        yield Trial(site, rows)


@pytest.mark.parametrize("judge", JUDGES)
def test_judge_finds_nothing_wrong(trial: Trial, judge: str) -> None:
    assert trial.complaints(judge) == []


@pytest.mark.parametrize(("judge", "damage"), damages())
def test_judge_notices_damage(trial: Trial, judge: str, damage: str) -> None:
    assert trial.complaints(judge, damage) != []
