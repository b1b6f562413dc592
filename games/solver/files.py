"""Tables on disk: checked, written in one step, mapped into memory and so shared by processes.

A file is a header of 128 bytes and then the array. The header: 8 bytes that name the format, 32
bytes fingerprint of the rules, 32 bytes SHA-256 of the array, zeros. The array is float64 in the
byte order of the machine.
"""

import hashlib
import logging
import os
import tempfile
from pathlib import Path

import numpy as np

from games.solver.lattice import Floats

logger = logging.getLogger(__name__)

MAGIC = b"YACHTTB1"
HEADER = 128


def _header(fingerprint: str, body: memoryview) -> bytes:
    parts = MAGIC + bytes.fromhex(fingerprint) + hashlib.sha256(body).digest()
    return parts.ljust(HEADER, b"\0")


def read(path: Path, fingerprint: str, shape: tuple[int, ...]) -> Floats | None:
    """Return the array in the file, mapped and read-only, or None if it is not the one asked for.

    None if there is no such file, if it is damaged or cut off, or belongs to other rules.
    """
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
        array: Floats = np.memmap(path, np.float64, "r", HEADER, shape)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        logger.warning("The table %s cannot be read (%s); it is made anew.", path, error)
        return None
    size = HEADER + array.nbytes
    if path.stat().st_size != size or header != _header(fingerprint, array.data.cast("B")):
        logger.warning("The table %s is damaged or of other rules; it is made anew.", path)
        return None
    return array


def write(path: Path, fingerprint: str, array: Floats) -> bool:
    """Write the array into the file, or leave the file as it was; tell whether it was written.

    Readers and other writers never see half a file: a temporary one takes the place of the old.
    """
    body = np.ascontiguousarray(array, dtype=np.float64).data.cast("B")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            try:
                file.write(_header(fingerprint, body))
                file.write(body)
                file.close()
                # Temporary files are private; other users' processes may share this one.
                Path(file.name).chmod(0o644)
                os.replace(file.name, path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        logger.warning("The table %s cannot be kept (%s); it stays in memory.", path, error)
        return False
    return True
