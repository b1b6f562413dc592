"""A passkey in software, as its own browser would answer for it, or as an attacker would like to.

Written after the W3C Recommendation "Web Authentication" (Level 2), sections 6.1, 6.5 and 7.
"""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, SHARED, HAS_KEY = 0x01, 0x04, 0x08, 0x40


class Authenticator:
    """One key. `host`, `origin`, `flags` and `count` are what it claims. `SHARED`: several devices
    may hold it ("backup eligible").
    """

    def __init__(self, host: str = "testserver", origin: str = "https://testserver") -> None:
        self.host = host
        self.origin = origin
        self.flags = PRESENT | VERIFIED
        self.count = 0
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    @property
    def public_key(self) -> bytes:
        """The public key, as a site stores it (RFC 9052)."""
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        return cbor2.dumps(key)

    def register(self, options: dict[str, Any]) -> str:
        about_key = bytes(16) + len(self.id).to_bytes(2) + self.id + self.public_key
        data = self._data(self.flags | HAS_KEY) + about_key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._answer(client, attestationObject=attestation)

    def sign_in(self, options: dict[str, Any], user: bytes = b"") -> str:
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(client, authenticatorData=data, signature=signature, userHandle=user)

    def _data(self, flags: int) -> bytes:
        place = hashlib.sha256(self.host.encode()).digest()
        return place + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _answer(self, client: bytes, **response: bytes) -> str:
        id_ = bytes_to_base64url(self.id)
        parts = {"clientDataJSON": client, **response}
        texts = {name: bytes_to_base64url(part) for name, part in parts.items()}
        return json.dumps({"id": id_, "rawId": id_, "type": "public-key", "response": texts})
