"""Each die is what the published formula says."""

import hashlib
import hmac
import random
from fractions import Fraction

import pytest

from games.core.engine import fairness
from games.core.engine.fairness import FairDice, bot_draw, commitment, die, new_secret
from tests.core.engine.fairness.reference import hmac_sha256, reference_die

SECRET = bytes(range(32))
SEEDS = ("a11ce5eed", "b0b5eed")


def test_it_checks_with_a_reference_that_is_hmac_sha256() -> None:
    # RFC 4231, test cases 1, 2 and 6.
    cases = [
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b"),
        (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c7"),
        (
            b"\xaa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f",
        ),
    ]
    for key, message, begins in cases:
        assert hmac_sha256(key, message).hex().startswith(begins)


def test_it_throws_what_the_reference_throws() -> None:
    chance = random.Random(1)
    for _ in range(5000):
        secret = chance.randbytes(32)
        code = "".join(chance.choices("abcdefghjkmnpqrstuvwxyz23456789", k=12))
        seeds = [f"{chance.getrandbits(64):016x}" for _ in range(chance.randint(1, 8))]
        seat = chance.randrange(len(seeds))
        turn, roll = chance.randint(1, 39), chance.randint(1, 3)
        position = chance.randrange(5)
        expected = reference_die(secret, code, seeds, str(seat), turn, roll, position)
        assert die(secret, code, seeds, seat, turn, roll, position) == expected


# What bots draw


def test_it_draws_for_a_bot_what_the_reference_draws() -> None:
    # The first 53 bits of the digest, as a binary fraction.
    chance = random.Random(2)
    for _ in range(500):
        secret, seat = chance.randbytes(32), chance.randrange(8)
        turn, roll = chance.randint(1, 39), chance.randint(0, 3)
        message = f"bot|code|a11ce5eed,b0b5eed|{seat}|{turn}|{roll}"
        bits = "".join(f"{byte:08b}" for byte in hmac_sha256(secret, message.encode()))
        expected = sum(Fraction(int(bit), 2**place) for place, bit in enumerate(bits[:53], 1))
        assert FairDice(secret, "code", SEEDS).bot_draw(seat, turn, roll) == expected


def test_it_draws_less_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    digests(monkeypatch, b"\xff" * 32)
    assert 0.99 < bot_draw(SECRET, "code", SEEDS, 0, 1, 1) < 1


# Bytes that are not fair


def digests(monkeypatch: pytest.MonkeyPatch, *blocks: bytes) -> list[str]:
    """Let the digests be `blocks`, one after the other; return the list of messages asked for."""
    asked: list[str] = []

    def scripted(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message.decode())
        return blocks[len(asked) - 1]

    monkeypatch.setattr(hmac, "digest", scripted)
    return asked


@pytest.mark.parametrize(("byte", "face"), [(0, 1), (5, 6), (6, 1), (246, 1), (250, 5), (251, 6)])
def test_it_takes_a_byte_below_252(monkeypatch: pytest.MonkeyPatch, byte: int, face: int) -> None:
    digests(monkeypatch, bytes([byte] + [0] * 31))
    assert die(SECRET, "code", SEEDS, 0, 1, 1, 0) == face


@pytest.mark.parametrize("byte", [252, 253, 254, 255])
def test_it_skips_a_byte_from_252_on(monkeypatch: pytest.MonkeyPatch, byte: int) -> None:
    digests(monkeypatch, bytes([byte, byte, 3] + [0] * 29))
    assert die(SECRET, "code", SEEDS, 0, 1, 1, 0) == 4


def test_it_takes_the_next_block_when_no_byte_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = digests(monkeypatch, b"\xff" * 32, b"\xfc" * 32, b"\xff" * 31 + b"\x01")
    assert die(SECRET, "code", SEEDS, 1, 2, 3, 4) == 2
    assert asked == [f"code|a11ce5eed,b0b5eed|1|2|3|4|{block}" for block in range(3)]


# The dice of a game


def test_it_commits_to_the_secret_and_reveals_it() -> None:
    secret = new_secret()
    revealed = FairDice(secret, "code", SEEDS).reveal()
    assert bytes.fromhex(revealed) == secret
    assert commitment(secret) == hashlib.sha256(bytes.fromhex(revealed)).hexdigest()


def test_it_draws_32_fresh_bytes_for_each_secret() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {fairness.SECRET_BYTES} == {32}
