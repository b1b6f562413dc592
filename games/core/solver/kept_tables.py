"""What stays in memory of the tables of house rules: the ones used last, up to so many bytes."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, Protocol, TypeVar

from games.core.rules import Variant


class Table(Protocol):
    """Something with a size."""

    nbytes: int


Kept = TypeVar("Kept", bound=Table)


class KeptTables(Generic[Kept]):
    """Tables by their rules, at most `most` bytes of them. A larger table stays alone.

    Code that computes with a table when it is dropped can go on. Threads may share it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: OrderedDict[Variant, Kept] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0
        """How many bytes the tables have that it keeps."""

    def __len__(self) -> int:
        return len(self._tables)

    def __contains__(self, variant: Variant) -> bool:
        return variant in self._tables

    def get(self, variant: Variant) -> Kept | None:
        """Return a table, None if it is not here. It is the newest then."""
        with self._lock:
            found = self._tables.get(variant)
            if found is not None:
                self._tables.move_to_end(variant)
            return found

    def keep(self, variant: Variant, made: Kept) -> None:
        """Keep a table, and drop the ones that were used least recently."""
        with self._lock:
            known = self._tables.pop(variant, None)
            self.bytes += made.nbytes - (0 if known is None else known.nbytes)
            self._tables[variant] = made
            while self.bytes > self._most and len(self._tables) > 1:
                self.bytes -= self._tables.popitem(last=False)[1].nbytes
