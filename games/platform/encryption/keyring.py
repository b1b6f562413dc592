"""Several keys: the first encrypts, all decrypt. AES-256-GCM from the `cryptography` package.

An encrypted text is 1 byte for the form, 4 bytes that name the key, a random nonce of 12 bytes, and
the ciphertext with its tag of 16 bytes. A key encrypts far fewer texts than the 2^32 that random
nonces of this size allow (NIST SP 800-38D, section 8.3).
"""

import base64
import binascii
import hashlib
import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

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
    """Return a new random key as text."""
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
