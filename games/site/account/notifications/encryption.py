"""Encryption of a message for one browser: RFC 8291 (Web Push), with the coding aes128gcm of
RFC 8188 in one record.
"""

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_BYTES = 4096
TAG_BYTES = 16
SALT_BYTES = 16
# What push services accept (RFC 8030, section 7.2), minus the header, the tag and the delimiter.
MAX_MESSAGE_BYTES = RECORD_BYTES - 86 - TAG_BYTES - 1
LAST_RECORD = b"\x02"
CURVE = ec.SECP256R1()


def read_point(point: bytes) -> ec.EllipticCurvePublicKey:
    """Return the public key in 65 bytes, uncompressed. Raises ValueError for anything else."""
    if len(point) != 65:
        raise ValueError("a public key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as 65 bytes, uncompressed."""
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
