"""Runs the tests of the browser's pure modules with Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.services import Missing

HERE = Path(__file__).parent
FILES = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.test.mjs"))


@pytest.mark.parametrize("name", FILES)
def test_it_passes_in_node(name: str) -> None:
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")
    run = subprocess.run(
        [node, name], cwd=HERE, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
