"""The secrets of dice as stored in the database: encrypted, or in older rows plain."""

from django.db import OperationalError

from games.core.engine.fairness import SECRET_BYTES
from games.platform.encryption import DecryptionError, keyring
from games.record.fairness.models import DiceSecret, secret_context


class UnreadableSecret(OperationalError):
    """A secret cannot be decrypted. To players this looks as if the database were down."""


def stored_form(code: str, secret: bytes) -> bytes:
    """Return the form in which the secret of the game with this code is stored."""
    # The code is part of the encryption, so that nobody can swap the secrets of two rows.
    return keyring().encrypt(secret, secret_context(code))


def secret_from(code: str, stored: bytes) -> bytes:
    """Return the secret that is stored for the game with this code. Raises UnreadableSecret."""
    if len(stored) == SECRET_BYTES:
        return bytes(stored)
    try:
        return keyring().decrypt(bytes(stored), secret_context(code))
    except DecryptionError as error:
        raise UnreadableSecret(f"the secret of game {code}: {error}") from error


def secret_of(row: DiceSecret) -> bytes:
    """Return the secret of a row. Raises UnreadableSecret."""
    return secret_from(row.code, bytes(row.secret))


def is_sealed(row: DiceSecret) -> bool:
    """Return whether the secret of a row is encrypted; old ones are plain."""
    return len(bytes(row.secret)) != SECRET_BYTES
