"""The same tests of log, rooms and lobby once more, on PostgreSQL and Redis. In CI whole games play
on them, too: most tests of sockets, lobby and pages are for a release.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.environment import ROOT
from tests.examples import QUICK
from tests.selection import MARKERS
from tests.support.services import Postgres, given_or_running_postgres

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def forgetful_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that does not wait for the disk: these tests do not ask what survives."""
    with given_or_running_postgres(durable=False) as server:
        yield server


FOLDERS = (
    "platform/database",
    "platform/encryption",
    "platform/site_settings",
    "record/log",
    "record/fairness",
    "record/reveals",
    "tables/rooms",
)
# Not the whole folder: tests of bots find no free connection of the pool here.
LIVE = [
    f"tests/tables/live/test_{name}.py"
    for name in (
        *("bus", "cancelled_start", "chances", "commit", "events_in_hints", "memory", "people"),
        *("presence_exchange", "rated", "reconnect", "rooms_together", "sealed_start"),
        *("shared_address", "shared_rooms", "two_processes"),
    )
]
TESTS = {
    "pubsub": [
        *(f"tests/{folder}" for folder in FOLDERS),
        *LIVE,
        # What the database sorts and unites.
        "tests/site/account/desk/test_queue.py",
        *(f"tests/people/authority/test_{name}.py" for name in ("facts", "builders")),
        # What threads do at the same moment only PostgreSQL lets them.
        "tests/people/accounts/test_folding.py",
        "tests/site/account/membership/test_sign_up.py",
        "tests/site/shared/pages/test_sent_at_once.py",
        *(f"tests/site/account/membership/test_{name}.py" for name in ("mail", "merge", "upgrade")),
        *(f"tests/site/events/cards/test_{name}.py" for name in ("closing", "entries", "races")),
        "tests/site/events/daily/test_races.py",
        "tests/people/circles/test_races.py",
        *(f"tests/site/front/circles/test_{name}.py" for name in ("counting", "races")),
        "tests/site/events/daily/test_settling.py",
        "tests/site/events/puzzles/test_answers.py",
    ],
    "lobby": ["tests/tables/sockets", "tests/tables/matchmaking"],
    "pages": [
        "tests/site/account/operator",
        "tests/site/archive/profiles",
        "tests/site/events/tournaments",
        # It refuses numbers and texts that SQLite takes.
        "tests/system/addresses/test_numbers.py",
    ],
    "core": ["tests/tables/sockets", *LIVE],
}
# They count queries, and PostgreSQL has prepared some of them.
COUNTING = ("site/events/tournaments/duplicates/test_pages.py",)
# One socket alone, and what it may send: no layer carries any of it. They run with "lobby".
WITHOUT_LAYER = [
    f"tables/sockets/test_{name}.py"
    for name in (
        *("bad_input", "documented_details", "documented_rounds", "handlers", "limits"),
        *("origin", "refusals", "sessions", "tokens"),
    )
]
# They compare rules, and simulate a lobby: the database has no part in what they find.
WITHOUT_DATABASE = ("tables/sockets/test_house_rules.py", "tables/matchmaking/test_arrivals.py")
LAYERS = {"lobby": "pubsub", "pages": "pubsub"}
"""By the name of a part: its layer, if that has another name."""
LEFT_OUT = {
    "pages": [*COUNTING],
    "lobby": [*WITHOUT_DATABASE],
    "pubsub": [],
    "core": [*WITHOUT_DATABASE, *WITHOUT_LAYER],
}
# What starts servers on databases of its own runs once.
ONLY_IN_PROCESS = " and ".join(f"not {marker}" for marker in MARKERS)


@pytest.mark.parametrize(
    "part",
    [
        "pubsub",
        *(pytest.param(part, marks=pytest.mark.release) for part in ("lobby", "pages", "core")),
    ],
)
def test_it_behaves_the_same_on_postgres_and_redis(
    part: str, forgetful_postgres: Postgres, redis_url: str
) -> None:
    answer = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *TESTS[part]),
            *(f"--ignore=tests/{path}" for path in LEFT_OUT[part]),
            *("-p", "no:cacheprovider", "-m", ONLY_IN_PROCESS, "--durations=20"),
            # All examples of a machine of rooms, or of broken frames, run on SQLite.
            f"--hypothesis-profile={QUICK}",
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "TEST_ENVIRONMENT": "keep",
            "DATABASE_URL": forgetful_postgres.new_database(),
            "REDIS_URL": redis_url,
            "CHANNEL_LAYER": LAYERS.get(part, part),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    last = answer.stdout.splitlines()[-1]
    assert re.search(r"\b[1-9]\d* passed", last), last
    assert "skipped" not in last, answer.stdout
