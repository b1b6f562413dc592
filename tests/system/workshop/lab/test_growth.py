"""A site with a long history: real games in bulk, and nothing that reads a growing table whole."""

import os
from pathlib import Path

import msgspec
import psycopg
import pytest

from games.assembly.processes.lifecycle import all_jobs
from games.models import User
from games.platform.clock import utc_now
from tests.support.services import Postgres, run_python
from workshop.lab.growth.report import Report
from workshop.lab.growth.site_pages import NOT_MEASURED, Subjects, page_tasks, routes
from workshop.lab.growth.site_sweeps import sweeps


def test_it_measures_every_page() -> None:
    user = User(pk=1, name="Alice")
    about = Subjects(user, user, user, "abcdefgh2345", "abcdefgh2346", "yacht", 1)
    # Making the tasks makes the address of each page; reading them needs a site.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workshop.lab.growth.site_pages._reader", lambda user: lambda path: int)
        names = {task.name for task in page_tasks(about)}
    assert set(routes()) <= names | set(NOT_MEASURED)
    assert set(NOT_MEASURED) <= set(routes())


def test_it_measures_every_job() -> None:
    jobs = {job.name for job in all_jobs()}
    assert jobs | {"backlog", "look"} == set(sweeps(utc_now()))


@pytest.fixture(scope="module")
def site(migrated_postgres: Postgres) -> dict[str, str]:
    """The environment of a site with some history, in a database that avoids reading tables whole:
    so a table is read whole only where no index could have been used.
    """
    url = migrated_postgres.new_database()
    env = {**os.environ, "DATABASE_URL": url}
    options = "--events 4000 --no-analyses --backlog 3 --processes 1"
    run_python(["-m", "workshop.lab", "seed_growth", *options.split()], env)
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET enable_seqscan = off')
    return env


@pytest.mark.release
def test_it_writes_games_that_all_checks_accept(site: dict[str, str]) -> None:
    assert "games agree with their logs" in run_python(["manage.py", "verifylog"], site)
    for check in ("recompute_ratings --check", "count_dice --check", "verify_fair_log"):
        run_python(["manage.py", *check.split()], site)


@pytest.mark.release
def test_it_reads_no_growing_table_whole(site: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    options = ["--repeat", "1", "--big", "0", "--save", str(file)]
    run_python(["-m", "workshop.lab", "growth", *options], site)
    report = msgspec.json.decode(file.read_bytes(), type=Report)
    whole = {cost.name: cost.scanned for cost in report.costs if cost.scanned}
    assert whole == {}
    names = {cost.name for cost in report.costs}
    assert {"move", "connect: session, room, game, chat", "rematch of two", "home"} <= names
