"""Other accounts of the machine cannot read what the site stores."""

import os
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environment import clean
from tests.support.servers import Site
from tests.support.services.processes import run_python, stop_child

PRIVATE = 0o600
DATABASE = {"yacht.sqlite3", "yacht.sqlite3-wal", "yacht.sqlite3-shm"}


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """What most systems set: new files can be read by everybody."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    """Return the permissions of the site's files by name, without the logs of the tests."""
    return {
        path.name: stat.S_IMODE(path.stat().st_mode)
        for path in directory.iterdir()
        if path.is_file() and path.suffix != ".log"
    }


@pytest.fixture
def readable(tmp_path: Path) -> Site:
    """A site whose files everybody may read, as somebody has copied them."""
    site = Site(tmp_path)
    site.manage("check")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    return site


def test_it_creates_files_for_its_own_account_only(tmp_path: Path) -> None:
    environment = dict(os.environ)
    clean(environment)
    directory = tmp_path / "var"
    run_python(["manage.py", "migrate", "-v0"], {**environment, "DATA_DIR": str(directory)})
    assert modes(directory) == {"yacht.sqlite3": PRIVATE, "secret_key": PRIVATE}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700


@pytest.mark.parametrize("kind", ["serve", "uvicorn"])
def test_it_closes_files_that_others_could_read_when_a_server_starts(
    readable: Site, kind: str
) -> None:
    with readable.serving(kind):
        readable.rooms(1)
        found = modes(readable.directory)
    assert found == dict.fromkeys({*DATABASE, "secret_key", "dice_keys"}, PRIVATE)


def test_it_closes_them_when_a_worker_starts(readable: Site) -> None:
    worker: subprocess.Popen[bytes] = readable.start_worker()
    try:
        assert set(modes(readable.directory).values()) == {PRIVATE}
    finally:
        stop_child(worker, signal.SIGTERM)
