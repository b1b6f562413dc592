"""The site's key, and the header that proves to push services who sends (RFC 8292)."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.utils import parseaddr
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.conf import settings

from games.site.account.notifications.encryption import CURVE, point_of

KEY_BYTES = 32
# RFC 8292 allows a day.
VALID_S = 12 * 3600


def to_text(data: bytes) -> str:
    """Return bytes as Base64 for URLs, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Return the bytes of a text in Base64 for URLs, padded or not. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """Return a new private key, fit for VAPID_KEY."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return to_text(number.to_bytes(KEY_BYTES, "big"))


@lru_cache(maxsize=4)
def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key in VAPID_KEY. Raises ValueError."""
    data = from_text(text)
    if len(data) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes")
    return ec.derive_private_key(int.from_bytes(data, "big"), CURVE)


def push_key() -> str:
    """Return the public key that browsers ask for when they subscribe; "" if push is off."""
    if not settings.VAPID_KEY:
        return ""
    return to_text(point_of(read_key(settings.VAPID_KEY).public_key()))


def contact() -> str:
    """Return the contact for push services with questions about our messages, as a URI."""
    return settings.VAPID_CONTACT or f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def authorization(origin: str, now: float) -> str:
    """Return the header Authorization for a push service, such as "https://push.example.net".

    `now`: seconds since 1970.
    """
    claims: dict[str, object] = {"aud": origin, "exp": int(now) + VALID_S, "sub": contact()}
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    signature = read_key(settings.VAPID_KEY).sign(signed.encode(), ec.ECDSA(SHA256()))
    halves = (half.to_bytes(KEY_BYTES, "big") for half in decode_dss_signature(signature))
    return f"vapid t={signed}.{to_text(b''.join(halves))}, k={push_key()}"


def _part(value: dict[str, object]) -> str:
    return to_text(json.dumps(value, separators=(",", ":")).encode())
