"""Give every test run the same environment, whatever the shell has set.

A pytest plugin, named in pyproject.toml: pytest must import it before Django's settings. Each
worker of pytest-xdist imports it too.

- Every variable that yachtsite/settings.py reads is removed, so that the tests run as the site does
  with no environment: SQLite, in-memory layer, one process.
- DATABASE_URL and REDIS_URL become TEST_DATABASE_URL and TEST_REDIS_URL: the fixtures `postgres`
  and `redis_url` use those servers instead of starting their own.
- DATA_DIR is a new directory for this process, so that processes and runs do not share data.
- SOLVER_DIR is a directory that stays between runs: tables of perfect play take seconds to
  compute. Their files carry fingerprints of the rules and are replaced in one step, so that
  processes can share them.
- Compiled modules stay in the same place, even where PYTHONDONTWRITEBYTECODE is set: compiling is
  a third of the start of a server, and of the collection of all tests.
- DEMONSTRATION and TOURNAMENTS are off: no bots play and no tournaments begin where no test wants
  them. With TOURNAMENT_HOST_HOURS=0 new accounts may open some.
- SQLITE_SYNCHRONOUS is OFF in this process: no test asks what is left after a power failure, and
  waiting for the disk takes longer than most tests. Servers that tests start use the default.

With TEST_ENVIRONMENT=keep nothing is changed: tests/test_other_backends.py uses it to run tests
again on PostgreSQL and Redis.
"""

import atexit
import os
import re
import shutil
import sys
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "yachtsite" / "settings.py"
CACHE = ROOT / "var" / "test-cache"
"""What is expensive to make and stays valid between runs. It can be deleted at any time."""
SOLVER_DIR = CACHE / "solver"
SERVICES = ("DATABASE_URL", "REDIS_URL")


def names_read_by_settings() -> set[str]:
    return set(re.findall(r"""\benv(?:\.\w+)?\(\s*["'](\w+)["']""", SETTINGS.read_text()))


def clean(environment: MutableMapping[str, str]) -> None:
    """Remove the variables of the settings from `environment`.

    Services that were given are kept under the names TEST_DATABASE_URL and TEST_REDIS_URL, and
    SOLVER_DIR is set.
    """
    for name in SERVICES:
        if environment.get(name):
            environment[f"TEST_{name}"] = environment[name]
    for name in names_read_by_settings():
        environment.pop(name, None)
    environment["SOLVER_DIR"] = str(SOLVER_DIR)
    environment["DEMONSTRATION"] = "0"
    environment["TOURNAMENTS"] = environment["TOURNAMENT_HOST_HOURS"] = "0"


def prepare() -> None:
    """Clean this process's environment; give it a data directory that is deleted when it exits."""
    clean(os.environ)
    keep_bytecode()
    directory = tempfile.mkdtemp(prefix="yacht-tests-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    # WhiteNoise warns about a missing directory each time a test creates a client.
    Path(directory, "static").mkdir()
    os.environ["DATA_DIR"] = directory
    os.environ["SQLITE_SYNCHRONOUS"] = "OFF"


def keep_bytecode() -> None:
    """Let this process and those that it starts keep compiled modules."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(CACHE / "bytecode")
    sys.dont_write_bytecode = False


if os.environ.get("TEST_ENVIRONMENT") != "keep":
    prepare()
