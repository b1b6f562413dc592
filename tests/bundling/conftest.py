"""Running bundles with Node."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from games.bundling.bundle import Bundle, Modules, make_bundles
from tests.services import Missing

Run = Callable[[str], str]


def made(files: dict[str, str], *entries: str, bare: dict[str, str] | None = None) -> list[Bundle]:
    """Return the bundles of these entries, of modules given by path."""
    return make_bundles(entries, Modules(files.__getitem__, bare or {}))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Returns a function that runs a file of the folder with Node, and returns what it prints."""
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")

    def run(name: str) -> str:
        done = subprocess.run(
            [node, "--enable-source-maps", name],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
