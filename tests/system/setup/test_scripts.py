"""script/setup and script/server in a fresh clone."""

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from functools import partial
from pathlib import Path

import pytest

from tests.environment import ROOT
from tests.support.services.processes import start_child, stop_child, tail, wait_until

pytestmark = pytest.mark.process

TOOLS = ("bash", "cat", "cmp", "cp", "dirname", "env", "mktemp", "rm", "tail")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository that holds the scripts and lock files, nothing else."""
    clone = tmp_path / "a clone"
    shutil.copytree(ROOT / "script", clone / "script")
    for name in ("requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, clone)
    return clone


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A PATH with a shell and its tools, and no Python."""
    directory = tmp_path / "bin"
    directory.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (directory / tool).symlink_to(found)
    return directory


def program(path: Path, text: str) -> None:
    """Write an executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(0o755)


def pretend_installed(clone: Path, lock: str) -> None:
    """Leave what script/setup leaves after it has installed a lock file."""
    program(clone / ".venv/bin/python", "exit 0")
    shutil.copy(clone / lock, clone / ".venv" / lock)


def setup(clone: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "script" / "setup", *arguments],
        cwd="/",
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_installs_again_when_the_lock_file_has_changed(clone: Path) -> None:
    pretend_installed(clone, "requirements.lock")
    with (clone / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    assert "Installing the packages of requirements.lock" in setup(clone).stdout
    assert setup(clone).stdout == ""


def test_it_says_which_python_it_needs(clone: Path, bare_path: Path) -> None:
    program(bare_path / "python3", '[ "$1" = --version ] && echo "Python 3.9.2"; exit 1')
    answer = setup(clone, PATH=str(bare_path))
    assert answer.returncode != 0
    assert "needs Python 3.11 or newer. Found: Python 3.9.2" in answer.stderr


def test_it_shows_why_the_installation_failed_and_tries_again_next_time(clone: Path) -> None:
    pretend_installed(clone, "requirements.lock")
    (clone / "requirements.lock").write_text("something-else==1.0\n")
    program(
        clone / ".venv/bin/python",
        'case "$*" in *install*) echo "no such package: something-else"; exit 1;; esac',
    )
    for _ in range(2):
        answer = setup(clone)
        assert answer.returncode != 0
        assert "no such package: something-else" in answer.stderr
        assert "Installing the packages failed" in answer.stderr


def says_ready(log: Path) -> bool:
    """Return whether the server has printed its address."""
    return "ready" in log.read_text()


def seconds_to_serve(directory: Path) -> float:
    """Start the site with script/server, load a page, stop it; return how long the start took."""
    log = directory / "server.log"
    log.unlink(missing_ok=True)
    began = time.monotonic()
    server = start_child(
        [ROOT / "script" / "server", "--port", "0"],
        log=log,
        cwd=Path("/"),
        env={"PATH": os.environ["PATH"], "HOME": str(directory), "DATA_DIR": str(directory)},
    )
    try:
        assert wait_until(partial(says_ready, log), server, log), tail(log)
        seconds = time.monotonic() - began
        said = re.search(r"^Yacht is ready on (http://127\.0\.0\.1:\d+)\n", log.read_text(), re.M)
        assert said is not None
        with urllib.request.urlopen(f"{said[1]}/", timeout=60) as page:
            assert "Yacht" in page.read().decode()
    finally:
        stop_child(server, signal.SIGTERM)
    assert server.returncode == 0
    return seconds


def test_it_serves_soon_when_started_again(tmp_path: Path) -> None:
    seconds_to_serve(tmp_path)
    # Usually within three seconds, but the machine may be slow or busy: installing takes minutes.
    assert any(seconds_to_serve(tmp_path) < 30 for _ in range(3))
