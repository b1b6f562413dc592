"""Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 s, as all apps know. Pure."""

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

SECRET_BYTES = 20
STEP_S = 30
DIGITS = 6
DRIFT = 1
"""How many steps the clock of a phone may be wrong."""


def new_secret() -> bytes:
    """Return a new secret."""
    return secrets.token_bytes(SECRET_BYTES)


def step_at(seconds: float) -> int:
    """Return the number of the step at a time, in seconds since 1970."""
    return int(seconds) // STEP_S


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a step (RFC 4226, section 5.3)."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 0xF
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def find_step(secret: bytes, code: str, now: float, after: int) -> int | None:
    """Return the step to which a code belongs, None if it is wrong. `after`: the last step that was
    used; its code and older ones count as wrong.
    """
    if not code.isascii():
        return None
    here = step_at(now)
    steps = [step for step in range(here - DRIFT, here + DRIFT + 1) if step > after]
    fitting = [step for step in steps if hmac.compare_digest(code_at(secret, step), code)]
    return fitting[-1] if fitting else None


def shown_key(secret: bytes) -> str:
    """Return the secret as people type it: Base32 in groups of four."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def uri(secret: bytes, name: str, site: str) -> str:
    """Return the address that an app reads from a QR code."""
    key = shown_key(secret).replace(" ", "")
    return f"otpauth://totp/{quote(site)}:{quote(name)}?secret={key}&issuer={quote(site)}"
