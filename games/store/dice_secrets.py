"""The secrets of dice as stored in the database."""

from games.models import DiceSecret


def stored_form(code: str, secret: bytes) -> bytes:
    """Return what is stored for the secret of the game with this code."""
    return secret


def secret_from(code: str, stored: bytes) -> bytes:
    """Return the secret that `stored_form` made `stored` of."""
    return bytes(stored)


def secret_of(row: DiceSecret) -> bytes:
    """Return the secret of a row."""
    return secret_from(row.code, bytes(row.secret))
