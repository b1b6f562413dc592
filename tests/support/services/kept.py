"""Folders that are expensive to make and stay between runs, until the files they come from change.

They lie below `CACHE` and can be deleted at any time. Processes share them: nobody changes one.
"""

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp

from tests.environment import CACHE, ROOT

PACKAGES = ROOT / "requirements-dev.lock"
UNUSED_S = 24 * 3600


def kept(name: str, sources: Iterable[Path], make: Callable[[Path], None]) -> Path:
    """Return the folder that `make` filled from these files and folders, and from the packages.

    `make` gets an empty folder. While one process makes it, others wait.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    folder = CACHE / f"{name}-{digest([PACKAGES, *sources])}"
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            made = Path(mkdtemp(prefix="making-", dir=CACHE))
            try:
                make(made)
                made.chmod(0o755)
                made.rename(folder)
            finally:
                shutil.rmtree(made, ignore_errors=True)
        os.utime(folder)
        for other in CACHE.glob(f"{name}-*"):
            if time.time() - other.stat().st_mtime > UNUSED_S:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def digest(sources: Iterable[Path]) -> str:
    """Return a fingerprint of the names and the bytes of these files, and of those in folders."""
    whole = hashlib.sha256()
    for source in sources:
        for path in sorted(files_of(source)):
            whole.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode())
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def files_of(source: Path) -> Iterator[Path]:
    """Yield a file, or all files of a folder but those that Python makes."""
    if source.is_file():
        yield source
        return
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
