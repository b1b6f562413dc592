"""Runs the browser's modules in Node."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.services import Missing


def in_the_browser(lines: Sequence[Any], folder: Path, program: Path) -> list[Any]:
    """Return what a program with the browser's modules prints for these lines, all as JSON. It
    reads them from a file in `folder`.
    """
    node = shutil.which("node")
    if node is None:
        raise Missing("Node", "Install Node.js 18 or newer (apt-get install nodejs).")
    file = folder / "lines.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    run = subprocess.run(
        [node, program, file], capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]
