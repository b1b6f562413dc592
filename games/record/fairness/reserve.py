"""Codes and secrets of future games, whose commitments are already in the public log.

While a transaction appends to the log, all other processes that want to append must wait. A game
should start without that wait. So a thread of each server process appends some commitments in
advance, and the process hands them out from memory. A process that starts no games reserves none.
"""

import logging
import threading
from collections import deque
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, connection, transaction

from games.core.engine.fair_log import COMMITMENT
from games.core.engine.fairness import commitment, new_secret
from games.core.protocol.room_view import EntryPlace
from games.platform.clock import monotonic, now_ms
from games.platform.database.codes import new_code
from games.record.fairness import public_log
from games.record.fairness.models import DiceSecret
from games.record.fairness.public_log import NewEntry
from games.record.fairness.secrets import stored_form

logger = logging.getLogger(__name__)

# A block is about as large as what the last minute used.
BLOCK_S = 60.0
MAX_BLOCK = 64
# Older commitments are not handed out, because the worker closes them after a day. The age is the
# higher one by two clocks: the monotonic clock stands still while a machine sleeps, and the time of
# day can be set.
MAX_AGE_S = 12 * 3600.0


class ReservedGame(NamedTuple):
    """A future game: its code, its commitment (hex), and the commitment's place in the log."""

    code: str
    commitment: str
    entry: EntryPlace


def commit_to(count: int) -> list[ReservedGame]:
    """Make the codes and secrets of `count` future games. Store the secrets, and append their
    commitments to the public log, in the open transaction if there is one.

    This happens before any player sets a seed, so that neither can be chosen to suit the seeds.
    """
    pairs = [(new_code(), new_secret()) for _ in range(count)]
    with transaction.atomic(savepoint=False):
        DiceSecret.objects.bulk_create(
            [
                DiceSecret(code=code, secret=stored_form(code, secret), open=True)
                for code, secret in pairs
            ]
        )
        entries = public_log.append(
            [NewEntry(COMMITMENT, code, commitment(secret)) for code, secret in pairs]
        )
    return [
        ReservedGame(entry.game, entry.value, EntryPlace(entry.index, entry.hash))
        for entry in entries
    ]


class Reserve:
    """The prepared games of one process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: deque[tuple[float, int, ReservedGame]] = deque()
        self._size = 1
        self._missed = 0
        self._filled_at = float("-inf")
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._open = False

    def start(self) -> None:
        """Begin to reserve: the first `take` wakes the thread."""
        self._open = True

    def take(self) -> ReservedGame | None:
        """Return a game whose commitment is in the log, in a transaction that has been committed;
        None if none is ready.
        """
        with self._lock:
            if not self._open:
                return None
            self._drop_old()
            taken = self._games.popleft()[-1] if self._games else None
            self._missed += taken is None
            if len(self._games) <= self._size // 2:
                self._ask_for_more()
        return taken

    def close(self) -> None:
        """Hand out no more, and close the commitments that are left. Blocks."""
        with self._lock:
            self._open = False
            thread, self._thread = self._thread, None
            self._wake.set()
        if thread is not None:
            thread.join()
        left = [game.code for _, _, game in self._games]
        self._games.clear()
        try:
            public_log.close(left)
        except (DatabaseError, InterfaceError) as error:
            logger.warning("%s commitments are left to a worker: %s", len(left), error)
        finally:
            connection.close()

    def fill(self) -> None:
        """Reserve another block: twice the last one if that was used within a minute, else half."""
        now, at = monotonic(), now_ms()
        with self._lock:
            grown = self._size * 2 if now - self._filled_at < BLOCK_S else self._size // 2
            self._size = min(max(grown, self._missed, 1), MAX_BLOCK)
            self._missed = 0
        made = commit_to(self._size)
        with self._lock:
            self._filled_at = now
            self._games.extend((now, at, game) for game in made)

    def _drop_old(self) -> None:
        while self._games and self._age() > MAX_AGE_S:
            self._games.popleft()

    def _age(self) -> float:
        """Return the age of the oldest game, in seconds: the higher one of two clocks."""
        since, at, _ = self._games[0]
        return max(monotonic() - since, (now_ms() - at) / 1000)

    def _ask_for_more(self) -> None:
        self._wake.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="reserve", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            if not self._open:
                return
            try:
                self.fill()
            except (DatabaseError, InterfaceError) as error:
                # Games still start: each then appends its own commitment.
                logger.warning("no commitments could be reserved: %s", error)
            finally:
                connection.close()


RESERVE = Reserve()
"""The reserve of this process; empty unless a server or worker has started it."""
