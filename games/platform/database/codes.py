"""Codes of rooms and games."""

import secrets

# No 0/o, 1/l/i, so that a code can be read aloud. 12 of 31 characters are 59 bits.
CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
