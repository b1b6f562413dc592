"""Web Push: the site's key, the header that proves to push services who sends (RFC 8292), and the
encryption of a message for one browser (RFC 8291, with the coding aes128gcm of RFC 8188).
"""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.utils import parseaddr
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from games.platform.site_settings.mail import sender

RECORD_BYTES = 4096
TAG_BYTES = 16
SALT_BYTES = 16
# What push services accept (RFC 8030, section 7.2), minus the header, the tag and the delimiter.
MAX_MESSAGE_BYTES = RECORD_BYTES - 86 - TAG_BYTES - 1
LAST_RECORD = b"\x02"
CURVE = ec.SECP256R1()
KEY_BYTES = 32
# RFC 8292 allows a day.
VALID_S = 12 * 3600


def read_point(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key in 65 bytes, uncompressed. Raises ValueError for anything else."""
    if len(point) != 65:
        raise ValueError("a public key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(message: bytes, browser_key: bytes, auth: bytes) -> bytes:
    """Return the body of the request to the push service.

    `browser_key` (65 bytes) and `auth` (16 bytes) come from the browser's subscription. Raises
    ValueError if the key is no point of the curve or the message too long.
    """
    return encrypt_with(
        message, browser_key, auth, ec.generate_private_key(CURVE), os.urandom(SALT_BYTES)
    )


def encrypt_with(
    message: bytes, browser_key: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Encrypt with this key pair and salt (16 bytes), each for one message only."""
    if len(message) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a message has at most {MAX_MESSAGE_BYTES} bytes")
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), read_point(browser_key))
    # RFC 8291, section 3.3 and 3.4.
    secret = _derive(shared, auth, b"WebPush: info\0" + browser_key + own_point, 32)
    # RFC 8188, section 2.2 and 2.3.
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


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
    return settings.VAPID_CONTACT or f"mailto:{parseaddr(sender())[1]}"


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
