"""Tests run with no environment, whatever the developer's shell has set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.environment import SETTINGS, SOLVER_DIR, clean, names_read_by_settings

GIVEN = {
    "SOLVER_DIR": str(SOLVER_DIR),
    "DEMONSTRATION": "0",
    "TOURNAMENTS": "0",
    "TOURNAMENT_HOST_HOURS": "0",
}


@pytest.mark.process
def test_it_knows_what_the_settings_read() -> None:
    # The naive way: record what the settings look up, in a separate process.
    program = (
        "import os\n"
        "class Recorder(dict):\n"
        "    def __getitem__(self, name): print(name); return super().__getitem__(name)\n"
        "    def get(self, name, *rest): print(name); return super().get(name, *rest)\n"
        "import environ\n"
        "environ.Env.ENVIRON = Recorder(os.environ)\n"
        "import yachtsite.settings\n"
    )
    asked: set[str] = set()
    for given in (
        {},
        {"DATABASE_URL": "postgres://yacht@localhost/yacht", "REDIS_URL": "redis://x"},
    ):
        answer = subprocess.run(
            [sys.executable, "-c", program],
            cwd=SETTINGS.parents[1],
            env={**os.environ, **given},
            capture_output=True,
            text=True,
            check=True,
        )
        asked |= set(answer.stdout.split())
    assert asked == names_read_by_settings()


def test_it_takes_the_settings_variables_away() -> None:
    environment = {"DEBUG": "1", "HTTPS": "1", "PATH": "/bin", "CI": "true"}
    clean(environment)
    assert environment == {"PATH": "/bin", "CI": "true", **GIVEN}


def test_it_keeps_given_services_for_the_fixtures_alone() -> None:
    environment = {"DATABASE_URL": "postgres://a/b", "REDIS_URL": "redis://c", "DATA_DIR": "/d"}
    clean(environment)
    assert environment == {
        "TEST_DATABASE_URL": "postgres://a/b",
        "TEST_REDIS_URL": "redis://c",
        **GIVEN,
    }


def test_it_runs_on_sqlite_in_a_directory_of_its_own() -> None:
    assert settings.DATABASES["default"]["ENGINE"] == "games.overrides.django_sqlite"
    assert settings.REDIS_URL == ""
    assert Path(settings.DATA_DIR).name.startswith("yacht-tests-")
