"""A file that only the account of the site can read, and that is either complete or absent; and why
a backup or a restore is not possible.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MODE = 0o600


class BackupError(Exception):
    """The database or the file cannot be copied. The text tells the operator why."""


@contextmanager
def complete_file(path: Path, *, overwrite: bool) -> Iterator[Path]:
    """Yield an empty file next to `path`, and rename it to `path` at the end of the block.

    If the block fails, nothing is left of the file. Raises BackupError if `path` exists and
    `overwrite` is not set, or if its directory cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    if path.exists() and not overwrite:
        raise BackupError(f"{path} exists. Choose another name, or use --overwrite.")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MODE))
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error}") from error
    try:
        yield part
        flush(part)
        _name(part, path, overwrite)
        flush(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, path: Path, overwrite: bool) -> None:
    if overwrite:
        part.replace(path)
        return
    try:
        # Unlike a rename, this never replaces a file that somebody has created meanwhile.
        path.hardlink_to(part)
    except FileExistsError as error:
        raise BackupError(f"{path} exists now: something else has written it.") from error


def flush(path: Path) -> None:
    """Have the disk store a file, or the names in a directory."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
