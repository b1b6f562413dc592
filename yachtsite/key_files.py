"""Files with a key that a start makes once: private, and complete or absent also after a power
failure.
"""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 32
"""Characters of the shortest key that a file may have. One of 32 bytes has 43 or 44."""


def read_key_file(path: Path) -> str:
    """Return what the file says. Raises ImproperlyConfigured if that can be no key: it cannot be
    read, is cut off, or is no text.
    """
    try:
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise ImproperlyConfigured(
            f"The key in {path} cannot be read: {error.strerror}. Give the file to the account of"
            " the site."
        ) from error
    except UnicodeDecodeError:
        text = ""
    if len(text.strip()) < SHORTEST or not all(line.isprintable() for line in text.splitlines()):
        raise ImproperlyConfigured(
            f"The key in {path} is damaged. Put back your copy of it; what its loss means is in"
            " docs/operations.md, Keys."
        )
    return text


def make_key_file(path: Path, text: str) -> bool:
    """Write a new file, and return True; False if there is one: processes that start together use
    the same key. Raises OSError.
    """
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            # Its name must not outlive a power failure without its content.
            os.fsync(file.fileno())
        # link() never replaces a file.
        path.hardlink_to(fresh)
    except FileExistsError:
        return False
    finally:
        fresh.unlink()
    flush(path.parent)
    return True


def flush(path: Path) -> None:
    """Have the disk store a file, or the names in a directory."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
