"""Compiled code is kept in a folder, and used where that folder is read-only, as in an image."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import ROOT

pytestmark = pytest.mark.process

CODE = """
import sys
if "read-only" in sys.argv:
    # root may write everywhere, so writing fails for other reasons.
    import resource, tempfile
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    def refuse(**options):
        raise PermissionError(options["dir"])
    tempfile.TemporaryFile = refuse

from games.core.solver.compiled import compiled

@compiled
def double(number):
    return 2 * number

@compiled
def half(number):
    return number / 2

print(double(21), half(3.0) if "more" in sys.argv else None, bool(double.stats.cache_hits))
"""


def run(folder: Path, *how: str, processor: str = "generic") -> str:
    """Run the functions in a process of their own; return their results, and whether the code of
    the first was there.
    """
    script = folder.parent / "functions.py"
    script.write_text(CODE)
    wanted = {
        "NUMBA_CACHE_DIR": str(folder),
        "NUMBA_CPU_NAME": processor,
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, str(script), *how],
        env=os.environ | wanted,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def held(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """Return a folder that has the code of one of the functions."""
    folder = tmp_path / "compiled"
    assert run(folder) == "42 None False"
    return folder


def test_it_uses_what_another_process_has_compiled(full: Path) -> None:
    assert run(full) == "42 None True"


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="names of processors of this kind")
def test_it_compiles_again_for_another_processor(full: Path) -> None:
    assert run(full, processor="x86-64-v2") == "42 None False"
    assert run(full) == "42 None True"


def test_it_uses_a_folder_that_it_cannot_write(full: Path) -> None:
    before = held(full)
    assert run(full, "read-only") == "42 None True"
    assert run(full, "read-only", "more") == "42 1.5 True"
    assert held(full) == before


def test_it_compiles_without_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert run(tmp_path / "file", "more") == "42 1.5 False"
