"""A browser's end of push: its keys, and decryption written again, from RFC 8291 and RFC 8188."""

import hashlib
import hmac
import json
import os
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from games.site.account.notifications.web_push import to_text


def hmac_sha256(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


class PushBrowser:
    """A browser with a subscription. endpoint: the address of its push service."""

    def __init__(self, endpoint: str = "https://push.example.net/send/abc") -> None:
        self.endpoint = endpoint
        self.auth = os.urandom(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def subscription(self) -> dict[str, Any]:
        """What PushSubscription.toJSON() returns."""
        keys = {"p256dh": to_text(self.point), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """Return the message in the body of a request to the push service."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), public)
        first = hmac_sha256(self.auth, shared)
        secret = hmac_sha256(first, b"WebPush: info\x00" + self.point + sender + b"\x01")
        second = hmac_sha256(salt, secret)
        key = hmac_sha256(second, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = hmac_sha256(second, b"Content-Encoding: nonce\x00\x01")[:12]
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\x00")
        assert text[-1:] == b"\x02"  # the last record
        return text[:-1]

    def read(self, body: bytes) -> dict[str, Any]:
        """Return the message of a request as JSON."""
        message: dict[str, Any] = json.loads(self.decrypt(body))
        return message
