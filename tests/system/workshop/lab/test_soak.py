"""`script/lab soak`: people come and go for hours, and the processes are sampled."""

import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.support.services import Postgres
from workshop.lab.soak import observed
from workshop.lab.soak.plot import draw
from workshop.lab.soak.run import ObservedServer, Options, soak
from workshop.lab.soak.samples import holding, read_columns, slope_per_hour

COLUMNS = (
    *("web_anonymous_mb", "worker_anonymous_mb", "web_files", "worker_files", "web_threads"),
    *("worker_threads", "redis_channels", "redis_clients", "database_connections", "moves"),
)


@pytest.mark.server
def test_it_plays_and_samples_what_the_processes_hold(
    tmp_path: Path, migrated_postgres: Postgres
) -> None:
    database = migrated_postgres.new_database()
    outcome = soak(
        Options(
            tmp_path,
            seconds=12,
            tables=4,
            rate=30,
            sample_every_s=3,
            warm_up_s=3,
            database=database,
        )
    )
    assert outcome.problems == []
    assert outcome.counts["moves"] > 20
    assert outcome.counts["guests"] >= 4
    assert outcome.counts["pages: 200"] > 0
    assert not any(name.startswith("pages: 5") for name in outcome.counts)
    assert outcome.verifylog.endswith("games agree with their logs.")
    columns = read_columns(tmp_path / "samples.csv")
    assert columns["moves"][-1] > 0
    assert len(columns["seconds"]) >= 3
    # A server with tables has Python's memory, sockets and connections.
    assert columns["web_anonymous_mb"][-1] > 20
    assert columns["web_files"][-1] > 10
    assert columns["redis_channels"][-1] >= 4
    ET.fromstring(draw(columns))


def test_it_starts_servers_that_count_their_objects(tmp_path: Path) -> None:
    server = ObservedServer("worker", {}, tmp_path / "log", None)
    server.objects = tmp_path / "counts"
    assert server.command() == ["-m", observed.__name__, str(server.objects), "worker"]


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


def test_it_draws_every_column_within_the_picture() -> None:
    columns = {name: [0.0, 30, 20] for name in COLUMNS}
    columns |= {"seconds": [0.0, 60, 120], "moves": [0.0, 90, 210]}
    root = ET.fromstring(draw(columns))
    lines = [each for each in root.iter() if each.tag.endswith("polyline")]
    assert len(lines) == len(COLUMNS)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for line in lines:
        for point in line.attrib["points"].split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height
