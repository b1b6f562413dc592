"""The keys of this process: from the setting DICE_KEYS, or from a file that is created once."""

import os
import stat
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from games.platform.encryption.keyring import InvalidKey, Keyring, new_key, parse_keys

FILE = "dice_keys"
"""The name of the key file in DATA_DIR: a key on each line, the newest first."""


def keyring() -> Keyring:
    """Return the keys of this process. Creates the key file if there are no keys.

    Raises ImproperlyConfigured if keys are malformed, or if others can read the file.
    """
    return _keyring(tuple(settings.DICE_KEYS), Path(settings.DATA_DIR, FILE))


@lru_cache(maxsize=1)
def _keyring(keys: tuple[str, ...], path: Path) -> Keyring:
    if not keys and not path.exists():
        _create(path)
    return Keyring(_read(keys, path))


def check_keys() -> None:
    """Raise ImproperlyConfigured if `keyring` would, but without creating the file."""
    path = Path(settings.DATA_DIR, FILE)
    if settings.DICE_KEYS or path.exists():
        _read(tuple(settings.DICE_KEYS), path)


def _read(keys: tuple[str, ...], path: Path) -> list[bytes]:
    if keys:
        return _parsed(keys, "DICE_KEYS")
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise ImproperlyConfigured(
                f"Other accounts can read the keys in {path}: run chmod 600 {path}."
            )
        return _parsed(tuple(path.read_text().split()), str(path))
    except OSError as error:
        raise ImproperlyConfigured(f"The keys in {path} cannot be read: {error}.") from error


def _parsed(keys: tuple[str, ...], source: str) -> list[bytes]:
    try:
        return parse_keys(keys)
    except InvalidKey as error:
        raise ImproperlyConfigured(f"{source}: {error}.") from error


def _create(path: Path) -> None:
    """Create the file with a new key, unless another process does at the same time."""
    fresh = path.with_name(f"{path.name}.{os.urandom(4).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "w", encoding="ascii") as file:
                file.write(f"{new_key()}\n")
                file.flush()
                os.fsync(file.fileno())
            # link() never replaces a file: processes that start together use the same key.
            with suppress(FileExistsError):
                path.hardlink_to(fresh)
        finally:
            fresh.unlink()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The key for secrets cannot be written to {path}: {error}. Set DICE_KEYS."
        ) from error
