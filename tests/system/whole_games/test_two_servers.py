"""Whole games on two servers and a worker, with PostgreSQL and Redis: the other half of the
covering array, and all judges. CI plays every second row of it, with each value of all dimensions.
"""

from collections.abc import Iterator

import pytest

from tests.support.services import MigratedPostgres
from tests.system.whole_games.covering import covering_rows
from tests.system.whole_games.installation import two_processes
from tests.system.whole_games.judges import JUDGES
from tests.system.whole_games.trial import Trial

pytestmark = [pytest.mark.server, pytest.mark.long]


@pytest.fixture(scope="module", params=[2, pytest.param(1, marks=pytest.mark.release)])
def trial(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    migrated_postgres: MigratedPostgres,
    redis_url: str,
) -> Iterator[Trial]:
    """Rows of several processes, played: every second one, or all."""
    rows = [row for row in covering_rows() if row["processes"] != "one"][:: request.param]
    directory = tmp_path_factory.mktemp("two-servers")
    with two_processes(directory, migrated_postgres.new_database(), redis_url) as site:
        yield Trial(site, rows)


@pytest.mark.parametrize("judge", JUDGES)
def test_judge_finds_nothing_wrong(trial: Trial, judge: str) -> None:
    assert trial.complaints(judge) == []
