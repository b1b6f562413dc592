"""The code of the release before this one, from git: 1.0.0."""

import io
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMITS = ("v1.0.0", "6c8b249e937090fe5e41f652d273d2047393ab8d")
"""The tag, or the commit where a checkout has no tags."""


class NoHistory(Exception):
    """Git is missing, or does not know the release."""


def commit() -> str:
    """Return the hash of the release's commit. Raises NoHistory."""
    return _git("rev-parse", "{}^{{commit}}").decode().strip()


def unpack(directory: Path) -> None:
    """Write all files of the release to a directory. Raises NoHistory."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", "{}"))) as archive:
        archive.extractall(directory, filter="data")


def file_of_release(path: str) -> bytes:
    """Return a file of the release. Raises NoHistory."""
    return _git("show", f"{{}}:{path}")


def _git(command: str, what: str) -> bytes:
    """Run a command of git on the release, `{}` in its argument. Raises NoHistory."""
    said = ""
    for name in COMMITS:
        words = ["git", "-C", str(ROOT), command, what.format(name)]
        try:
            done = subprocess.run(words, capture_output=True, check=False)
        except OSError as error:
            raise NoHistory(f"git cannot be run: {error}") from error
        if done.returncode == 0:
            return done.stdout
        said = done.stderr.decode(errors="replace")
    raise NoHistory(f"git knows none of {COMMITS}; a whole clone does (no --depth): {said}")
