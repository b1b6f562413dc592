"""Encryption of what the database must not show: keys, where they come from, and their use.

`keyring()` has the keys of this process. `columns` knows the encrypted columns of all tables.
"""

from games.platform.encryption.keys import (
    DecryptionError,
    InvalidKey,
    Keyring,
    check_keys,
    has_keys,
    keyring,
    parse_keys,
)

__all__ = [
    "DecryptionError",
    "InvalidKey",
    "Keyring",
    "check_keys",
    "has_keys",
    "keyring",
    "parse_keys",
]
