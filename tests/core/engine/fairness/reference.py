"""A second, slow implementation of the dice, on other parts of the standard library."""

import hashlib
from collections.abc import Sequence

BLOCK = 64  # bytes of a SHA-256 block


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 as RFC 2104 defines it, from plain SHA-256."""
    if len(key) > BLOCK:
        key = hashlib.sha256(key).digest()
    key = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def reference_seal(code: str, player: int, salt: str, text: str) -> str:
    whole = "|".join(["seal", code, str(player), salt, text])
    return hashlib.new("sha256", whole.encode("ascii")).hexdigest()


def reference_die(
    secret: bytes, code: str, seeds: Sequence[str], where: str, turn: int, roll: int, position: int
) -> int:
    """Return one die. `where` is the seat's number as text, or "-" in duplicate mode."""
    for block in range(1000):
        parts = [code, ",".join(seeds), where, str(turn), str(roll), str(position), str(block)]
        fair = [byte for byte in hmac_sha256(secret, "|".join(parts).encode()) if byte <= 251]
        if fair:
            return [1, 2, 3, 4, 5, 6][fair[0] % 6]
    raise AssertionError("a thousand blocks without a fair byte")


LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def reference_group_seal(salt: str, text: str) -> str:
    whole = "|".join(["seal", "group", salt, text])
    return hashlib.new("sha256", whole.encode("ascii")).hexdigest()


def reference_group_code(base: str, salt: str, text: str) -> str:
    """Return the code of a seeded group, by long division of the digest's bytes."""
    digits = list(hashlib.new("sha256", f"group|{base}|{salt}{text}".encode("ascii")).digest())
    code = ""
    while len(code) < 12:
        rest = 0
        for place, digit in enumerate(digits):
            digits[place], rest = divmod(rest * 256 + digit, 31)
        code += LETTERS[rest]
    return code
