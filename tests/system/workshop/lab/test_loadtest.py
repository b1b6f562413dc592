"""Short runs of `script/lab load`: a real server, real sockets, everything verified."""

import os
from pathlib import Path

import pytest

from tests.support.services import Postgres
from workshop.lab.loadtest import load_test as load_test_module
from workshop.lab.loadtest.holding import Holding, Sample, growth_per_hour, holding, slope_per_hour
from workshop.lab.loadtest.load_test import Options, load_test


@pytest.mark.server
def test_it_measures_from_the_moment_a_move_was_due_and_plays_every_variant(
    migrated_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_test_module, "SAMPLE_S", 0.2)
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
    assert set(report.growth_per_hour) == {"server 1", "worker"}


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


def test_it_notices_a_file_that_is_not_closed(tmp_path: Path) -> None:
    before = holding(os.getpid()).files
    with (tmp_path / "kept").open("w"):
        assert holding(os.getpid()).files == before + 1
    assert holding(os.getpid()).files == before


def test_it_computes_the_growth_of_a_line_in_an_hour() -> None:
    # 3 MB in 60 s are 180 MB in an hour; the odd sample in the middle changes nothing.
    assert slope_per_hour([0, 60, 120, 180, 240], [10, 13, 99, 19, 22]) == pytest.approx(180)
    assert slope_per_hour([0, 60, 120], [5, 5, 5]) == 0
    assert slope_per_hour([0], [5]) == 0


def test_it_leaves_out_what_a_process_takes_while_it_warms_up() -> None:
    files = [10, 50, 90, 91, 92, 93]
    samples = [
        Sample(60.0 * number, {"worker": Holding(100, 80, count, 4)})
        for number, count in enumerate(files)
    ]
    # One file a minute.
    assert growth_per_hour(samples) == {
        "worker": {"rss_mb": 0, "anonymous_mb": 0, "files": pytest.approx(60), "threads": 0}
    }
    assert growth_per_hour([]) == {}
