"""Short runs of `manage.py chaos`: acknowledged commands survive, and take effect once.

How long players were away is not asserted here: a test machine may be busy.
"""

import pytest

from games.bench.chaos.scenarios import chaos
from tests.services import Postgres

pytestmark = [pytest.mark.chaos, pytest.mark.long]


def test_it_loses_nothing_when_the_server_is_killed(migrated_postgres: Postgres) -> None:
    outcome = chaos("kill", rounds=2, games=6, database=migrated_postgres.new_database())
    assert outcome.problems == []
    assert outcome.result.reconnects == 2 * 6 * 2
    assert outcome.checked["games finished"] == outcome.checked["games"] >= 6
    assert outcome.tracebacks == 0


def test_it_plays_on_without_redis_and_agrees_when_it_is_back(migrated_postgres: Postgres) -> None:
    outcome = chaos(
        "redis",
        rounds=1,
        games=4,
        pause_s=3,
        variants="yacht",
        database=migrated_postgres.new_database(),
    )
    assert outcome.problems == []
    assert outcome.result.reconnects == 0
    assert max(outcome.result.spread_ms) < 15_000


def test_it_loses_nothing_when_the_servers_are_restarted_in_turn(
    migrated_postgres: Postgres,
) -> None:
    outcome = chaos(
        "restart", rounds=2, games=4, variants="yacht", database=migrated_postgres.new_database()
    )
    assert outcome.problems == []
    assert outcome.result.reconnects >= 2 * 4
    assert outcome.tracebacks == 0


def test_it_does_nothing_twice_when_commands_come_twice_and_late(
    migrated_postgres: Postgres,
) -> None:
    outcome = chaos(
        "duplicates", rounds=2, games=4, variants="yacht", database=migrated_postgres.new_database()
    )
    assert outcome.problems == []
