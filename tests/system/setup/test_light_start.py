"""A process that computes nothing does not load the compiler."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process


def test_it_does_not_load_the_compiler_before_anything_is_computed() -> None:
    """This saves such a process a second at its start and 70 MB."""
    code = (
        "import sys, yachtsite.asgi, games.assembly.processes.lifecycle, yachtsite.urls; "
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
