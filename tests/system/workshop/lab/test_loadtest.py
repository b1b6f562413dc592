"""Short runs of `script/lab loadtest`: a real server, real sockets, everything verified."""

import pytest

from tests.support.services import Postgres
from workshop.lab.loadtest.load_test import Options, load_test


@pytest.mark.server
def test_it_measures_from_the_moment_a_move_was_due_and_plays_every_variant(
    migrated_postgres: Postgres,
) -> None:
    report = load_test(
        Options(
            rooms=4,
            rate=40,
            seconds=1.5,
            warmup=0.2,
            variant="yacht,yahtzee,yatzy,triple_yahtzee",
            server="uvicorn",
            database=migrated_postgres.new_database(),
            ceiling=False,
        )
    )
    assert report.problems == []
    assert 0 < report.p50 <= report.p99 <= report.longest
    assert report.checked["games finished"] == 4


@pytest.mark.parametrize(
    "option",
    [
        {"url": "ws://example.org:8000"},
        {"database": "postgres://somebody@192.0.2.1/db"},
        {"redis": "redis://10.0.0.1:6379/0"},
    ],
)
def test_it_never_leaves_the_machine(option: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="this machine"):
        load_test(Options(rooms=1, rate=0, seconds=1, **option))  # type: ignore[arg-type]
