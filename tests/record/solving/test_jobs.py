"""The worker solves house rules in a process of its own."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from games.core.rules import find_variant
from games.core.solver.tables import compute_table
from games.models import RuleSet
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.record.solving import jobs, requests

SMALL = "yacht+no-full-house+no-four-of-a-kind+no-little-straight+no-big-straight+no-choice"


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.process]


def tables_in(folder: Path) -> int:
    return len(list(folder.glob("*.table")))


async def test_it_solves_what_was_asked_for(tmp_path: Path, settings: Settings) -> None:
    settings.SOLVER_DIR = tmp_path
    rules = find_variant(SMALL)
    requests_ = await in_database(lambda: requests.ask(rules))
    assert requests_
    assert await jobs.solve_next() == 1
    assert await jobs.solve_next() == 0
    row = await in_database(RuleSet.objects.get)
    assert row.state == RuleSet.State.SOLVED
    assert row.expected == pytest.approx(compute_table(rules).start)
    assert tables_in(tmp_path) == 1


@pytest.mark.logs_errors("games.record.solving.jobs")
async def test_a_failure_is_noted_and_holds_up_nobody(
    tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SOLVER_DIR = tmp_path
    old = "yatzy+of-another-version"
    await in_database(lambda: RuleSet.objects.create(text=old, asked_at=utc_now()))
    await jobs.solve_next()
    assert (await in_database(RuleSet.objects.get)).state == RuleSet.State.FAILED
    assert "could not be solved" in caplog.text
    assert await jobs.solve_next() == 0
