"""A site with a long history: real games in bulk, and nothing that reads a growing table whole."""

import os
import random
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from games.clock import utc_now
from games.log.records import EventRow
from games.models import Game, User
from games.processes.worker import all_jobs
from games.ratings.results import read_result
from games.rules import VARIANTS
from tests.lab.growth.measurement import Cost
from tests.lab.growth.planning import Planner, Someone
from tests.lab.growth.playing import PlannedGame, copy_line, play
from tests.lab.growth.report import Report, compared
from tests.lab.growth.site_pages import NOT_MEASURED, Subjects, page_tasks, routes
from tests.lab.growth.site_sweeps import sweeps
from tests.services import Postgres, run_python


def planned(variant: str, ends: str = "finished") -> PlannedGame:
    """Return a game of alice, bob and charlie."""
    people = ((1, "Alice"), (2, "Bob"), (3, "Charlie"))
    return PlannedGame(7, "abcdefgh2345", 3, 2, variant, people, 1_767_225_600_000, 60, True, ends)


def log_of(text: str) -> list[list[Any]]:
    """Return the rows of a text that COPY reads, as PostgreSQL's manual describes it."""
    rows: list[list[Any]] = []
    for line in text.splitlines():
        values = [None if value == r"\N" else value for value in line.split("\t")]
        rows.append([value if value is None else value.replace("\\\\", "\\") for value in values])
    return rows


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_it_counts_what_the_log_of_a_played_game_says(variant: str) -> None:
    game = play(planned(variant), random.Random(1))
    log = [
        EventRow(int(seq), type_, None if seat is None else int(seat), int(at), data, by).logged()
        for _, seq, type_, seat, at, data, by, _ in log_of(game.log)
    ]
    assert [line.seq for line in log] == list(range(1, game.events + 1))
    row = Game(id=7, code="abcdefgh2345", variant=variant, rated=True)
    assert read_result(row, log) == game.result


@pytest.mark.parametrize(
    ("ends", "last"), [("finished", "game.finished"), ("aborted", "game.aborted")]
)
def test_it_plays_games_to_their_end(ends: str, last: str) -> None:
    game = play(planned("yacht", ends), random.Random(1))
    assert game.status == ends
    assert log_of(game.log)[-1][2] == last


def test_it_aborts_a_game_of_one_player_before_it_can_end() -> None:
    plan = planned("yacht", "aborted")
    alone = plan._replace(people=plan.people[:1])
    assert {play(alone, random.Random(seed)).status for seed in range(60)} == {"aborted"}


def test_it_stops_in_the_middle_of_a_running_game() -> None:
    game = play(planned("yacht", "playing"), random.Random(1))
    assert (game.status, game.result) == ("playing", None)
    assert game.due is not None


def test_it_writes_rows_as_copy_reads_them() -> None:
    assert copy_line((1, None, "a\\b", "c\td\n")) == "1\t\\N\ta\\\\b\tc\\td\\n\n"


def test_it_plans_evenings_of_different_people_with_new_codes() -> None:
    accounts = [Someone(number, f"Sailor {number}") for number in range(1, 30)]
    planner = Planner(random.Random(1), accounts, 1, 1, 30)
    evenings = [planner.evening(1000 * number) for number in range(300)]
    games = [game for evening in evenings for game in evening.games]
    assert [game.id for game in games] == list(range(1, len(games) + 1))
    assert len({game.code for game in games} | {it.code for it in evenings}) == len(games) + 300
    new = [someone.id for evening in evenings for someone in evening.guests]
    assert new == list(range(30, 30 + len(new)))
    for game in games:
        assert len({player for player, _ in game.people}) == len(game.people)
        assert not game.rated or all(player < 30 for player, _ in game.people)


def test_it_measures_every_page() -> None:
    user = User(pk=1, name="Alice")
    about = Subjects(user, user, user, "abcdefgh2345", "abcdefgh2346", "yacht", 1)
    # Making the tasks makes the address of each page; reading them needs a site.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.lab.growth.site_pages._reader", lambda user: lambda path: int)
        names = {task.name for task in page_tasks(about)}
    assert set(routes()) <= names | set(NOT_MEASURED)
    assert set(NOT_MEASURED) <= set(routes())


def test_it_measures_every_job() -> None:
    jobs = {job.name for job in all_jobs()}
    assert jobs | {"backlog", "look"} == set(sweeps(utc_now()))


def test_it_puts_sizes_side_by_side() -> None:
    small = Report(1000, [Cost("page", "home", 1.0, 0.5, 4, 10, [])])
    big = Report(20_000, [Cost("page", "home", 2.0, 0.5, 5, 12, ["games_game"])])
    header, rule, row = compared([small, big])
    assert "1,000 events" in header
    assert header.count("|") == rule.count("|") == row.count("|")
    assert row == "| page: home | 5 | 1.0 | 0.5 | 10 | 2.0 | 0.5 | 12 | games_game |"


@pytest.fixture(scope="module")
def site(migrated_postgres: Postgres) -> dict[str, str]:
    """The environment of a site with some history, in a database that avoids reading tables whole:
    so a table is read whole only where no index could have been used.
    """
    url = migrated_postgres.new_database()
    env = {**os.environ, "DATABASE_URL": url}
    options = "--events 4000 --no-analyses --backlog 3 --processes 1"
    run_python(["-m", "tests.lab", "seed_growth", *options.split()], env)
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET enable_seqscan = off')
    return env


@pytest.mark.long
def test_it_writes_games_that_all_checks_accept(site: dict[str, str]) -> None:
    assert "games agree with their logs" in run_python(["manage.py", "verifylog"], site)
    for check in ("recompute_ratings --check", "count_dice --check", "verify_fair_log"):
        run_python(["manage.py", *check.split()], site)


@pytest.mark.long
def test_it_reads_no_growing_table_whole(site: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    options = ["--repeat", "1", "--big", "0", "--save", str(file)]
    run_python(["-m", "tests.lab", "growth", *options], site)
    report = msgspec.json.decode(file.read_bytes(), type=Report)
    whole = {cost.name: cost.scanned for cost in report.costs if cost.scanned}
    assert whole == {}
    names = {cost.name for cost in report.costs}
    assert {"move", "connect: session, room, game, chat", "rematch of two", "home"} <= names
