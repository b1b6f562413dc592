"""Short runs of `script/lab chaos`: acknowledged commands survive, and take effect once.

How long players waited is not asserted here: a test machine may be busy.
"""

import pytest

from tests.support.services import Postgres
from workshop.lab.chaos.experiments import EXPERIMENTS
from workshop.lab.chaos.report import Outcome
from workshop.lab.chaos.run import chaos

pytestmark = [pytest.mark.chaos, pytest.mark.long]


def short(
    name: str,
    database: str | None = None,
    seconds: float = 4,
    *,
    rounds: bool = False,
    whole: bool = False,
) -> Outcome:
    """Run an experiment for a few seconds, and require that it found nothing wrong."""
    outcome = chaos(name, seconds, rooms=2, database=database, rounds=rounds, whole=whole)
    assert outcome.problems == [], "\n".join(outcome.lines())
    return outcome


def test_it_has_all() -> None:
    assert list(EXPERIMENTS) == [f"E{number}" for number in range(1, 22)]


# In CI tests/system/whole_games/test_faults.py kills them, too.
@pytest.mark.release
def test_it_loses_nothing_of_rounds_when_servers_and_a_worker_are_killed(
    migrated_postgres: Postgres,
) -> None:
    outcome = short("E1", migrated_postgres.new_database(), rounds=True)
    assert outcome.total("reconnects") > 0
    assert outcome.facts["tracebacks"] == 0


@pytest.mark.release
def test_it_answers_as_before_when_the_server_died_after_a_commit(
    migrated_postgres: Postgres,
) -> None:
    outcome = short("E2", migrated_postgres.new_database())
    assert outcome.facts["deaths"] >= 2
    assert outcome.total("old_answers") > 0


@pytest.mark.release
def test_it_does_nothing_twice_when_commands_come_twice_and_late(
    migrated_postgres: Postgres,
) -> None:
    short("E4", migrated_postgres.new_database())


@pytest.mark.release
def test_it_agrees_although_hints_are_lost(migrated_postgres: Postgres) -> None:
    short("E8", migrated_postgres.new_database())


@pytest.mark.release
def test_it_lets_one_of_many_sockets_win_each_move(migrated_postgres: Postgres) -> None:
    short("E16", migrated_postgres.new_database())


@pytest.mark.release
def test_it_tells_nobody_to_come_back_later_when_several_servers_write_to_one_game(
    migrated_postgres: Postgres,
) -> None:
    outcome = short("E21", migrated_postgres.new_database(), rounds=True)
    assert outcome.facts["tracebacks"] == 0


def test_it_acknowledges_nothing_on_a_full_disk() -> None:
    outcome = short("E18", seconds=2, whole=True)
    assert outcome.total("retried") > 0
