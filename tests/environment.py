"""Give every run of the tests the same environment, whatever the shell has set.

A pytest plugin, named in pyproject.toml: it must be read before Django's settings are.

- Every variable that yachtsite/settings.py reads is taken away, so that the tests run as the site
  does with no environment: SQLite, in-memory layer, one process.
- DATABASE_URL and REDIS_URL become TEST_DATABASE_URL and TEST_REDIS_URL: the fixtures `postgres`
  and `redis_url` use those servers instead of starting their own.
- DATA_DIR is a new directory for this run, so that two runs at once do not meet.

With TEST_ENVIRONMENT=keep nothing is changed: tests/test_other_backends.py uses it to run tests
again on PostgreSQL and Redis.
"""

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

SETTINGS = Path(__file__).resolve().parent.parent / "yachtsite" / "settings.py"
SERVICES = ("DATABASE_URL", "REDIS_URL")


def names_read_by_settings() -> set[str]:
    """Return the name of each environment variable that the settings read."""
    return set(re.findall(r"""\benv(?:\.\w+)?\(\s*["'](\w+)["']""", SETTINGS.read_text()))


def clean(environment: MutableMapping[str, str]) -> None:
    """Take the settings' variables out of `environment`, and keep the two services aside."""
    for name in SERVICES:
        if environment.get(name):
            environment[f"TEST_{name}"] = environment[name]
    for name in names_read_by_settings():
        environment.pop(name, None)


def prepare() -> None:
    """Clean this process's environment and give it a data directory that ends with it."""
    clean(os.environ)
    directory = tempfile.mkdtemp(prefix="yacht-tests-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    # WhiteNoise warns of a missing directory each time that a test makes a client.
    Path(directory, "static").mkdir()
    os.environ["DATA_DIR"] = directory


if os.environ.get("TEST_ENVIRONMENT") != "keep":
    prepare()
