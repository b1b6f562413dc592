"""A file that only the account of the site can read, and that is either complete or absent; and why
a backup or a restore is not possible.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from django.conf import settings

from yachtsite.key_files import flush

MODE = 0o600


class BackupError(Exception):
    """The database or the file cannot be copied. The text tells the operator why."""


def check_place(path: Path) -> None:
    """Raise BackupError if a backup must not be at `path`: everybody could fetch it there, or what
    should be its directory is a file.
    """
    # Unlike Path.resolve, it takes links that lead round in a circle.
    directory = Path(os.path.realpath(path)).parent
    sent = [Path(each) for each in (settings.STATIC_ROOT, *settings.STATICFILES_DIRS)]
    if settings.COLLECTED_FILES:
        sent.append(Path(settings.COLLECTED_FILES))
    for public in sent:
        if directory.is_relative_to(public.resolve()):
            raise BackupError(
                f"{directory} is within {public}, which the site sends to everybody. Choose another"
                " directory."
            )
    nearest = next(parent for parent in (directory, *directory.parents) if os.path.exists(parent))
    if not nearest.is_dir():
        raise BackupError(f"{nearest} is no directory. Choose another one.")


@contextmanager
def complete_file(path: Path, *, overwrite: bool) -> Iterator[Path]:
    """Yield an empty file next to `path`, and rename it to `path` at the end of the block.

    If the block fails, nothing is left of the file. Raises BackupError if `path` exists and
    `overwrite` is not set, or if its directory cannot be written.
    """
    check_place(path)
    # In the same folder: a file cannot be renamed onto another disk. Not with the number of the
    # process: in a container, that is always the same.
    part = path.with_name(f".{path.name}.{token_hex(4)}.part")
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
        # After a power failure the file must have its name, too.
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
