"""Processes of this code and of an earlier commit, on the same database."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from tests.services.processes import (
    ROOT,
    free_port,
    run_python,
    start_child,
    stop_child,
    tail,
    wait_until,
)

EARLIER = "2cb1aee8501d7dcf96c53a07a53374a752f9eebb"
"""A commit whose processes must be able to run beside those of this code: the release before it."""
STOP_S = 120


class CommitMissing(Exception):
    """The clone lacks a commit. The message says how to get it."""

    def __init__(self, commit: str) -> None:
        super().__init__(
            f"Commit {commit} is not in this clone, which is probably shallow, and a test needs its"
            " code. Run `git fetch --unshallow`, or clone without --depth."
        )


def check_out(commit: str, directory: Path, repository: Path = ROOT) -> Path:
    """Write the files of a commit into `directory` and return it. Raises CommitMissing."""
    git = ["git", "-C", str(repository)]
    known = subprocess.run(
        [*git, "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True, check=False
    )
    if known.returncode:
        raise CommitMissing(commit)
    archive = subprocess.run([*git, "archive", commit], capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(directory, filter="data")
    return directory


class Release:
    """One version of the code, and how its processes start.

    code: its files, such as those of `check_out`. logs: where the processes write.
    """

    def __init__(self, name: str, code: Path, environment: Mapping[str, str], logs: Path) -> None:
        self.name = name
        self._code = code
        self._environment = environment
        self._logs = logs

    def run(self, *arguments: str) -> str:
        """Run Python in this version; return what it printed. Raises AssertionError."""
        return run_python(arguments, self._environment, self._code)

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py; return what it printed. Raises AssertionError."""
        return self.run("manage.py", *arguments)

    @contextmanager
    def serving(self, *options: str, **environment: str) -> Iterator[int]:
        """Run `manage.py serve`, and give its port. It must end well, without a traceback."""
        port = free_port()
        arguments = ["serve", f"--port={port}", *options]
        with self._process("Yacht is ready", arguments, environment):
            yield port

    @contextmanager
    def working(self, **environment: str) -> Iterator[None]:
        """Run `manage.py worker`. It must end well, without a traceback."""
        with self._process("The worker is running", ["worker"], environment):
            yield

    @contextmanager
    def _process(
        self, ready: str, arguments: list[str], environment: Mapping[str, str]
    ) -> Iterator[None]:
        log = self._logs / f"{self.name}-{arguments[0]}-{free_port()}.log"
        child = start_child(
            [sys.executable, "manage.py", *arguments],
            log=log,
            cwd=self._code,
            env={**self._environment, **environment},
        )
        try:
            assert wait_until(lambda: ready in log.read_text(), child, log, 120), tail(log)
            yield
        finally:
            # A worker that compiles the solver for the first time ends when it has done so.
            stop_child(child, seconds=STOP_S)
        text = log.read_text()
        # 1: a server whose worker computes does not wait longer than it may for the end of it.
        assert child.returncode in {0, 1}, text
        assert "Traceback" not in text, text
