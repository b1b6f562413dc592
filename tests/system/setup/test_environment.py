"""Tests run with no environment, whatever the developer's shell has set."""

import os
import subprocess
import sys

import pytest

from tests.environment import SETTINGS, names_read_by_settings


@pytest.mark.process
def test_it_knows_what_the_settings_read() -> None:
    # The naive way: record what the settings look up, in a separate process.
    program = (
        "from yachtsite.environment import Environment\n"
        "read = Environment.__getitem__\n"
        "def noted(self, name): print(name); return read(self, name)\n"
        "Environment.__getitem__ = noted\n"
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
