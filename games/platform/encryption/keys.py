"""Several keys: the first encrypts, all decrypt. AES-256-GCM from the `cryptography` package. The
keys of this process are those of the setting DICE_KEYS, or in a file that is created once.

An encrypted text is 1 byte for the form, 4 bytes that name the key, a random nonce of 12 bytes, and
the ciphertext with its tag of 16 bytes. A key encrypts far fewer texts than the 2^32 that random
nonces of this size allow (NIST SP 800-38D, section 8.3).
"""

import base64
import binascii
import hashlib
import os
import stat
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from yachtsite.key_files import make_key_file, read_key_file

# AES-256 in GCM with the nonce and the tag that NIST SP 800-38D recommends.
KEY_BYTES = 32
FORM = b"\x01"
NAME_BYTES = 4
NONCE_BYTES = 12
TAG_BYTES = 16
OVERHEAD = len(FORM) + NAME_BYTES + NONCE_BYTES + TAG_BYTES
"""How many bytes longer an encrypted text is."""


class InvalidKey(ValueError):
    """A text that is not a list of keys. The message never contains a key."""


class DecryptionError(Exception):
    """A text cannot be decrypted: its key is missing, or somebody has changed it."""


def parse_keys(texts: Sequence[str]) -> list[bytes]:
    """Return the keys, each of which is 32 bytes in Base64 (of either alphabet).

    Raises InvalidKey for anything else, and if there is none.
    """
    if not texts:
        raise InvalidKey("there is no key")
    return [_parse(text, number) for number, text in enumerate(texts, 1)]


def _parse(text: str, number: int) -> bytes:
    usual = text.strip().replace("-", "+").replace("_", "/")
    try:
        key = base64.b64decode(usual, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if len(key) != KEY_BYTES:
        raise InvalidKey(f"key {number} is not {KEY_BYTES} bytes in Base64")
    return key


def new_key() -> str:
    return base64.b64encode(os.urandom(KEY_BYTES)).decode()


def _name(key: bytes) -> bytes:
    return hashlib.sha256(b"name of a key|" + key).digest()[:NAME_BYTES]


class Keyring:
    """Keys, the newest first. It has no repr that shows them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        """`keys`: 32 bytes each, at least one."""
        # Reversed, so that an older key never replaces a newer one with the same name.
        self._ciphers = {_name(key): AESGCM(key) for key in reversed(keys)}
        self._newest = _name(keys[0])

    def encrypt(self, text: bytes, context: bytes) -> bytes:
        """Return `text`, encrypted with the newest key. It can only be decrypted with the same
        `context`.
        """
        nonce = os.urandom(NONCE_BYTES)
        sealed = self._ciphers[self._newest].encrypt(nonce, text, context)
        return FORM + self._newest + nonce + sealed

    def decrypt(self, encrypted: bytes, context: bytes) -> bytes:
        """Return the text that was encrypted. Raises DecryptionError."""
        cipher = self._ciphers.get(encrypted[1 : 1 + NAME_BYTES])
        if encrypted[:1] != FORM or cipher is None:
            raise DecryptionError("encrypted with a key that is not in DICE_KEYS or the key file")
        nonce, sealed = encrypted[5 : 5 + NONCE_BYTES], encrypted[5 + NONCE_BYTES :]
        try:
            return cipher.decrypt(nonce, sealed, context)
        except (InvalidTag, ValueError) as error:
            raise DecryptionError("not what was encrypted here: it was changed or moved") from error

    def is_newest(self, encrypted: bytes) -> bool:
        """Return whether `encrypted` was encrypted with the newest key."""
        return encrypted.startswith(FORM + self._newest)


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


def has_keys() -> bool:
    """Return whether `keyring` would find keys, and create none."""
    return bool(settings.DICE_KEYS) or Path(settings.DATA_DIR, FILE).exists()


def check_keys() -> None:
    """Raise ImproperlyConfigured if `keyring` would, but without creating the file."""
    if has_keys():
        _read(tuple(settings.DICE_KEYS), Path(settings.DATA_DIR, FILE))


def _read(keys: tuple[str, ...], path: Path) -> list[bytes]:
    if keys:
        return _parsed(keys, "DICE_KEYS")
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise ImproperlyConfigured(
                f"Other accounts can read the keys in {path}: run chmod 600 {path}."
            )
    except OSError as error:
        raise ImproperlyConfigured(f"The keys in {path} cannot be read: {error}.") from error
    return _parsed(tuple(read_key_file(path).split()), str(path))


def _parsed(keys: tuple[str, ...], source: str) -> list[bytes]:
    try:
        return parse_keys(keys)
    except InvalidKey as error:
        raise ImproperlyConfigured(f"{source}: {error}.") from error


def _create(path: Path) -> None:
    """Create the file with a new key, unless another process does at the same time."""
    try:
        make_key_file(path, f"{new_key()}\n")
    except OSError as error:
        raise ImproperlyConfigured(
            f"The key for secrets cannot be written to {path}: {error}. Set DICE_KEYS."
        ) from error
