"""Tables on disk: checked, written atomically, and mapped into memory that processes share.

A file has a header of 128 bytes and the array. The header has the name of the format (8 bytes), the
fingerprint of the rules (32), the SHA-256 of the array (32), and zeros. The array is float64 in the
byte order of the machine.
"""

import hashlib
import logging
import os
import tempfile
from collections import OrderedDict
from io import BufferedReader
from pathlib import Path

import numpy as np

from games.core.solver.lattice import Floats

logger = logging.getLogger(__name__)

MAGIC = b"YACHTTB1"
HEADER = 128
REMEMBERED = 1000
"""How many sound files a process remembers, for those whose tables it drops and needs again."""

_sound: OrderedDict[tuple[int, int], bytes] = OrderedDict()
"""The headers of files that this process has found sound, by device and inode."""


def _start(fingerprint: str) -> bytes:
    return MAGIC + bytes.fromhex(fingerprint)


def _header(fingerprint: str, digest: bytes) -> bytes:
    return (_start(fingerprint) + digest).ljust(HEADER, b"\0")


def read(path: Path, fingerprint: str, shape: tuple[int, ...]) -> Floats | None:
    """Return the array in the file, mapped and read-only.

    Returns None if the file is missing, damaged or truncated, or belongs to other rules. A file is
    checked once: nobody writes into it, and a new one has another inode.
    """
    try:
        with path.open("rb") as file:
            array: Floats = np.memmap(file, np.float64, "r", HEADER, shape)
            is_sound = _is_sound(file, fingerprint, HEADER + array.nbytes)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        logger.warning("The table %s cannot be read (%s) and is computed again.", path, error)
        return None
    if not is_sound:
        logger.warning("The table %s is damaged or for other rules and is computed again.", path)
        return None
    return array


def _is_sound(file: BufferedReader, fingerprint: str, size: int) -> bool:
    """Whether an open file has this size, and the header of its content for these rules."""
    found = os.fstat(file.fileno())
    file.seek(0)
    header = file.read(HEADER)
    if found.st_size != size or not header.startswith(_start(fingerprint)):
        return False
    key = found.st_dev, found.st_ino
    if _sound.get(key) == header:
        return True
    # Read, not mapped: pages that are mapped would count as memory of this process.
    if header != _header(fingerprint, hashlib.file_digest(file, "sha256").digest()):
        return False
    _sound[key] = header
    if len(_sound) > REMEMBERED:
        _sound.popitem(last=False)
    return True


def write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file that other processes see whole or not at all: a temporary file replaces the old
    one. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            for part in parts:
                file.write(part)
            file.close()
            # Temporary files are private, but other users' processes may read this one.
            Path(file.name).chmod(0o644)
            os.replace(file.name, path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def write(path: Path, fingerprint: str, array: Floats) -> bool:
    """Write the array to the file atomically; return whether it was written."""
    body = np.ascontiguousarray(array, dtype=np.float64).data.cast("B")
    try:
        write_whole(path, _header(fingerprint, hashlib.sha256(body).digest()), body)
    except OSError as error:
        logger.warning("The table %s cannot be written (%s) and stays in memory.", path, error)
        return False
    return True
