"""The files that only the account of the site may read: the SQLite database, and keys.

manage.py and yachtsite/asgi.py set the umask to 077, so new files are private. But a copied
database may not be, and SQLite gives its -wal and -shm files the mode of the database.
"""

import logging
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions of the group and of everybody else."""


def private_files() -> Iterator[Path]:
    database = settings.DATABASES["default"]
    paths = [Path(settings.DATA_DIR, "secret_key"), settings.VAPID_FILE]
    if "sqlite" in str(database["ENGINE"]):
        paths += [Path(f"{database['NAME']}{suffix}") for suffix in ("", "-wal", "-shm")]
    yield from (path for path in paths if path.is_file())


def make_files_private() -> None:
    """Remove the permissions of others from the private files. Log a warning where that fails."""
    for path in private_files():
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & OTHERS:
            continue
        try:
            path.chmod(mode & ~OTHERS)
        except OSError as error:
            logger.warning("Other accounts of this machine can read %s: %s", path, error)
