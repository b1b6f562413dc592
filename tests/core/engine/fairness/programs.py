"""The programs of docs/fairness.md, as a reader saves them."""

import itertools
import os
import re
import runpy
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest import mock

from tests.environment import ROOT

TEXT = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")


def code_block(language: str) -> str:
    """Return the only code block of a language on the page."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(block)


def indented(first: str) -> str:
    """Return the program that is indented text and begins with this line."""
    lines = TEXT.partition(f"    {first}\n")[2].splitlines()
    code = itertools.takewhile(lambda line: not line or line.startswith("    "), lines)
    return f"{first}\n" + "\n".join(line[4:] for line in code)


def log_program() -> str:
    """Return `verify_log.py`."""
    return indented("import csv, hashlib, sys")


def card_program() -> str:
    """Return `verify_card.py`, which needs `verify.py` beside it."""
    return indented("import hashlib, json, sys")


def run_saved(directory: Path, program: str, *arguments: str) -> tuple[int, str]:
    """Run a saved program. Return its status and what it prints."""
    done = subprocess.run(
        [sys.executable, "-E", "-s", program, *arguments],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, (done.stdout + done.stderr).strip()


def run_here(directory: Path, program: str, *arguments: str) -> tuple[int, str]:
    """Do the same in this process, which is faster."""
    out = StringIO()
    with (
        chdir(directory),
        redirect_stdout(out),
        mock.patch.object(sys, "argv", [program, *arguments]),
        mock.patch.object(sys, "path", [os.fspath(directory), *sys.path]),
        mock.patch.dict(sys.modules),
    ):
        # One of another folder.
        sys.modules.pop("verify", None)
        try:
            runpy.run_path(program, run_name="__main__")
        except SystemExit as ended:
            return 1, f"{out.getvalue()}{ended}".strip()
    return 0, out.getvalue().strip()
