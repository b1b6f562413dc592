"""The public log of commitments: a chain of hashes, and a check of it.

Each entry holds the hash of the entry before it, so anyone who keeps the newest hash notices any
later change to the entries up to it. docs/fairness.md describes the format.
"""

import hashlib
import re

import msgspec

COMMITMENT = "commitment"
REVEAL = "reveal"
CANCELLED = "cancelled"
ABORTED = "aborted"
CLOSED = "closed"
LOG = "log"
ENDS = (REVEAL, CANCELLED, ABORTED, CLOSED)
"""The kinds of entries that reveal a secret. Every commitment ends in exactly one of them. After a
game that was played, a `LOG` entry with the hash of its last event follows.
"""

NO_HASH = "0" * 64
HASH = re.compile("[0-9a-f]{64}")


class ChainEntry(msgspec.Struct, frozen=True):
    """An entry of the log.

    `index` counts from 1, `at` is in milliseconds since 1970 and never decreases, `game` is the
    game's code. `value` is the commitment, the secret, or the hash of the game's last event (see
    `games.record.log.records`). `previous` is the hash of the entry before. All are in
    hexadecimal.
    """

    index: int
    at: int
    kind: str
    game: str
    value: str
    previous: str
    hash: str


EMPTY = ChainEntry(0, 0, "", "", "", "", NO_HASH)
"""The entry before the first one."""


def hash_of(entry: ChainEntry) -> str:
    """Return the SHA-256 (hex) of all fields of an entry except its hash, as one line of ASCII
    text: `log|index|at|kind|game|value|previous`.
    """
    line = "|".join(("log", *map(str, msgspec.structs.astuple(entry)[:-1])))
    return hashlib.sha256(line.encode()).hexdigest()


def following(head: ChainEntry, at: int, kind: str, game: str, value: str) -> ChainEntry:
    """Return the entry that follows `head`. If the clock went back, it gets the time of `head`."""
    entry = ChainEntry(head.index + 1, max(at, head.at), kind, game, value, head.hash, "")
    return msgspec.structs.replace(entry, hash=hash_of(entry))


class ChainCheck:
    """Checks the entries of a log, one after the other. It keeps only the codes in memory."""

    def __init__(self) -> None:
        self.head = EMPTY
        self.open: dict[str, str] = {}
        """The commitments that have not ended, by game."""
        # By game that has ended: whether its `LOG` entry has come.
        self._ended: dict[str, bool] = {}

    def add(self, entry: ChainEntry) -> list[str]:
        """Add the next entry. Return what is wrong with it, in words."""
        problems = [*self._chain_problems(entry), *self._game_problems(entry)]
        self.head = entry
        return [f"entry {entry.index}: {problem}" for problem in problems]

    def _chain_problems(self, entry: ChainEntry) -> list[str]:
        problems = []
        if entry.index != self.head.index + 1:
            problems.append(f"follows entry {self.head.index}")
        if entry.previous != self.head.hash:
            problems.append("does not name the hash of the entry before it")
        if entry.at < self.head.at:
            problems.append("is older than the entry before it")
        if entry.hash != hash_of(entry):
            problems.append("its hash does not fit its fields")
        return problems

    def _game_problems(self, entry: ChainEntry) -> list[str]:
        if entry.kind == COMMITMENT:
            if entry.game in self.open or entry.game in self._ended:
                return [f"a second commitment for game {entry.game}"]
            self.open[entry.game] = entry.value
            return []
        if entry.kind == LOG:
            return self._log_problems(entry)
        if entry.kind not in ENDS:
            return [f"unknown kind {entry.kind!r}"]
        committed = self.open.pop(entry.game, None)
        if committed is None:
            again = entry.game in self._ended
            return [f"game {entry.game} has {'ended before' if again else 'no commitment'}"]
        self._ended[entry.game] = False
        return [] if _fits(entry.value, committed) else ["the secret does not fit the commitment"]

    def _log_problems(self, entry: ChainEntry) -> list[str]:
        if entry.game not in self._ended:
            return [f"the log of game {entry.game}, which has not ended"]
        if self._ended[entry.game]:
            return [f"a second log of game {entry.game}"]
        self._ended[entry.game] = True
        return [] if HASH.fullmatch(entry.value) else ["its value is no hash"]


def _fits(secret: str, commitment: str) -> bool:
    try:
        return hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    except ValueError:
        return False
