"""The same tests of store, sockets and lobby once more, on PostgreSQL and Redis."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import Postgres, given_or_running_postgres

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def forgetful_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that does not wait for the disk."""
    with given_or_running_postgres(durable=False) as server:
        yield server


@pytest.mark.parametrize(
    ("tests", "layer"),
    [
        ("tests/store", "pubsub"),
        ("tests/sockets", "pubsub"),
        ("tests/sockets", "core"),
        ("tests/matchmaking", "pubsub"),
        ("tests/rooms", "pubsub"),
        ("tests/profiles", "pubsub"),
        # What threads do at the same moment only PostgreSQL lets them.
        (
            "tests/views/test_hand_over.py tests/views/test_keep.py tests/views/test_sign_up.py",
            "pubsub",
        ),
    ],
)
def test_it_behaves_the_same_on_postgres_and_redis(
    tests: str, layer: str, forgetful_postgres: Postgres, redis_url: str
) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", *tests.split(), "-p", "no:cacheprovider"],
        cwd=ROOT,
        env={
            **os.environ,
            "TEST_ENVIRONMENT": "keep",
            "DATABASE_URL": forgetful_postgres.new_database(),
            "REDIS_URL": redis_url,
            "CHANNEL_LAYER": layer,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    last = answer.stdout.splitlines()[-1]
    assert re.search(r"\b[1-9]\d* passed", last), last
    assert "skipped" not in last, answer.stdout
