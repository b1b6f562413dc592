"""A pool without a connection left makes jobs late: the worker goes on, and says so once."""

import json
from collections import Counter
from pathlib import Path

import pytest

from games.assembly.processes.lifecycle import all_jobs
from tests.support.servers import Site
from tests.support.services import Postgres

pytestmark = pytest.mark.server


def test_a_worker_whose_pool_is_starved_waits_and_then_works(
    migrated_postgres: Postgres, tmp_path: Path
) -> None:
    site = Site(tmp_path, DATABASE_URL=migrated_postgres.new_database())
    told = json.loads(site.run("-m", "tests.assembly.processes.starved_worker").splitlines()[-1])
    held, free = told["held"], told["free"]
    assert not held["ran"]
    assert not held["ended"]
    assert not free["ended"]
    lines = [(level, text) for level, text in held["lines"] if level != "INFO"]
    assert {level for level, _ in lines} == {"WARNING"}, lines
    waiting = Counter(text.partition(" waits for the database")[0] for _, text in lines)
    names = {f"the job {job.name}" for job in all_jobs()} | {"the job probe", "the worker"}
    assert waiting.keys() <= names, lines
    assert "the job probe" in waiting
    lanes = Counter(f"the job {job.name}" for job in all_jobs())
    assert all(count <= max(lanes[name], 1) for name, count in waiting.items()), waiting
