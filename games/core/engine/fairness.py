"""Provably fair dice: commit first, reveal at the end.

Before the players choose their seeds the game publishes SHA-256(secret). Each die is derived from
HMAC-SHA256(secret, the game's code, all seeds, and the die's place). After the reveal anybody can
recompute every die of the game. Players first send seals of their seeds, and show the seeds once
all seals are fixed, so that nobody can choose a seed to suit the secret and the other seeds.
docs/fairness.md explains it step by step.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, SupportsIndex

from games.core.rules.scoring import FACES

SECRET_BYTES = 32
# Those of other codes. 31^12 is about 2^59.
GROUP_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
GROUP_LETTERS = 12


def new_secret() -> bytes:
    """Return a new secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the SHA-256 (hex) of `secret`, which is published before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def seal(code: str, player: int, salt: str, text: str) -> str:
    """Return the seal of a seed: the SHA-256 (hex) of `seal|code|player|salt|text`.

    `code` is the game's code. `salt` is 32 hexadecimal digits, or "" if the server knows the seed.
    `text` is 1 to 32 letters and digits. The seat's seed is `salt` followed by `text`.
    """
    return hashlib.sha256(f"seal|{code}|{player}|{salt}|{text}".encode()).hexdigest()


def group_seal(salt: str, text: str) -> str:
    """Return the seal of the seed of a group of games: the SHA-256 (hex) of `seal|group|salt|text`.

    `salt` and `text` are as in `seal`. It names no group, because it comes before the group's
    commitment, and so before its code.
    """
    return hashlib.sha256(f"seal|group|{salt}|{text}".encode()).hexdigest()


def group_code(committed: str, seed: str) -> str:
    """Return the code of a group of games, which goes into the formula of its dice.

    `committed`: the code under which the group's secret was committed to, before anybody saw the
    `seed` (salt and text). The code is the SHA-256 of `group|committed|seed`, as a number in base
    31: its last twelve digits, the last one first, as characters of `GROUP_ALPHABET`.
    """
    number = int.from_bytes(hashlib.sha256(f"group|{committed}|{seed}".encode()).digest())
    letters = []
    for _ in range(GROUP_LETTERS):
        number, digit = divmod(number, len(GROUP_ALPHABET))
        letters.append(GROUP_ALPHABET[digit])
    return "".join(letters)


def die(
    secret: bytes,
    code: str,
    seeds: Sequence[str],
    seat: int | None,
    turn: int,
    roll: int,
    position: int,
    faces: int = FACES,
) -> int:
    """Return the face, from 1, of one die with this many faces (at most `MAX_FACES`).

    `code` is the game's code and `seeds` are the players' seeds in seat order. `seat` counts from
    0 and is None if the dice are the same for all seats. `turn` (of the seat) and `roll` count from
    1, `position` on the table from 0. Games that share dice use the name of their group as `code`,
    and no seeds.

    The message is `code|seed,seed,...|seat|turn|roll|position|block` ("-" for no seat). The face is
    `byte % faces + 1`, for the digest's first byte below the largest multiple of `faces` (252 for
    six). If all 32 bytes are higher, the next block is tried.
    """
    place = "-" if seat is None else seat
    fair_bytes = 256 - 256 % faces
    prefix = f"{code}|{','.join(seeds)}|{place}|{turn}|{roll}|{position}|"
    block = 0
    while True:
        for byte in hmac.digest(secret, f"{prefix}{block}".encode(), "sha256"):
            # Higher bytes would favour low faces.
            if byte < fair_bytes:
                return byte % faces + 1
        block += 1


def bot_draw(
    secret: bytes, code: str, seeds: Sequence[str], seat: int, turn: int, roll: int
) -> float:
    """Return the uniform number (0 to 1, without 1) for a bot's choice after this roll of its turn.

    `roll` is 0 before the first roll; the rest is as in `die`. The message is
    `bot|code|seed,seed,...|seat|turn|roll`. The number is the digest's first 53 bits, as a binary
    fraction.
    """
    # Never the message of a die, which has seven parts.
    message = f"bot|{code}|{','.join(seeds)}|{seat}|{turn}|{roll}"
    digest = hmac.digest(secret, message.encode(), "sha256")
    return (int.from_bytes(digest[:8], "big") >> 11) / 2**53


@dataclass(frozen=True, slots=True, repr=False)
class FairDice:
    """The dice of one game: its secret, its code and its players' seeds.

    With a `seat`, all dice are the dice of that seat: a solo replay uses an older game's dice. With
    `same` they do not depend on the seat. It has no repr and cannot be pickled, so that no log,
    cache or message ever contains the secret.
    """

    secret: bytes
    code: str
    seeds: tuple[str, ...]
    seat: int | None = None
    faces: int = FACES
    same: bool = False

    def throw(self, seat: int, turn: int, roll: int, position: int) -> int:
        """Return the face at `position` in roll `roll` of the seat's turn `turn`."""
        mine = seat if self.seat is None else self.seat
        place = None if self.same else mine
        return die(self.secret, self.code, self.seeds, place, turn, roll, position, self.faces)

    def bot_draw(self, seat: int, turn: int, roll: int) -> float:
        """Return the uniform number (0 to 1) for a bot's choice after roll `roll` of a turn."""
        mine = seat if self.seat is None else self.seat
        return bot_draw(self.secret, self.code, self.seeds, mine, turn, roll)

    def with_seeds(self, seeds: tuple[str, ...]) -> "FairDice":
        """Return the dice of the same game with these seeds."""
        return replace(self, seeds=seeds)

    def reveal(self) -> str:
        """Return the secret in hex. Only the event that ends the game may contain it."""
        return self.secret.hex()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        """Refuse to be pickled or copied. Raises TypeError."""
        raise TypeError("dice with their secret cannot be pickled or copied")
