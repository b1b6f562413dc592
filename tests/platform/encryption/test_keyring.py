"""Texts are encrypted with the newest key, for one context, and decrypted with any."""

import base64
import os

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from games.platform.encryption import DecryptionError, InvalidKey, Keyring, parse_keys

OLD, NEW = os.urandom(32), os.urandom(32)
TEXT = b"a secret of 32 bytes, like dice's"


def test_it_never_encrypts_twice_alike() -> None:
    keys = Keyring([NEW])
    assert len({keys.encrypt(TEXT, b"here") for _ in range(100)}) == 100


def test_it_is_aes_gcm_after_form_name_and_nonce() -> None:
    encrypted = Keyring([NEW]).encrypt(TEXT, b"here")
    assert encrypted[0] == 1
    assert AESGCM(NEW).decrypt(encrypted[5:17], encrypted[17:], b"here") == TEXT


def test_a_newer_key_encrypts_and_older_ones_still_decrypt() -> None:
    before, after = Keyring([OLD]), Keyring([NEW, OLD])
    old = before.encrypt(TEXT, b"here")
    assert after.decrypt(old, b"here") == TEXT
    new = after.encrypt(TEXT, b"here")
    assert (after.is_newest(old), after.is_newest(new)) == (False, True)
    assert Keyring([NEW]).decrypt(new, b"here") == TEXT
    with pytest.raises(DecryptionError, match="key that is not"):
        Keyring([NEW]).decrypt(old, b"here")


@pytest.mark.parametrize("place", [17, 30, -1])
def test_it_notices_a_change(place: int) -> None:
    keys = Keyring([NEW])
    changed = bytearray(keys.encrypt(TEXT, b"here"))
    changed[place] ^= 1
    with pytest.raises(DecryptionError, match="changed or moved"):
        keys.decrypt(bytes(changed), b"here")


def test_it_notices_another_context() -> None:
    keys = Keyring([NEW])
    with pytest.raises(DecryptionError, match="changed or moved"):
        keys.decrypt(keys.encrypt(TEXT, b"here"), b"there")


@pytest.mark.parametrize(
    "texts", [[], [""], ["abc"], [base64.b64encode(b"x" * 31).decode()], ["ü" * 44], ["!" * 44]]
)
def test_it_refuses_other_keys_and_does_not_repeat_them(texts: list[str]) -> None:
    with pytest.raises(InvalidKey) as refusal:
        parse_keys(texts)
    assert not any(text and text in str(refusal.value) for text in texts)


def test_it_shows_no_key() -> None:
    keys = Keyring([NEW])
    assert NEW.hex() not in repr(keys)
    assert repr(NEW) not in repr(keys)
