"""Codes of rooms and games."""

import secrets

# No 0/o, 1/l/i: a code can be read aloud. 12 of 31 signs are 59 bits.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


CODE_LENGTH = 12


def new_code() -> str:
    """Return a fresh code of a room or a game, which nobody can guess."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
