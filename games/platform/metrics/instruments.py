"""Counters, gauges and histograms as plain numbers, which the endpoint reads when it is asked.

Counting must cost moves next to nothing, so nothing here takes a lock. Most instruments are used by
one thread, and it does not matter if a count gets lost between two threads.

The instruments of prometheus-client have locks. They take 0.3 to 2 µs for each value, these take
0.1 to 0.3. They also take 50 ms to import, which only the endpoint has to spend.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence


class Instrument:
    """Something that is measured. `label`: the name of its only label, or ""."""

    def __init__(self, name: str, help_: str, label: str = "") -> None:
        self.name = name
        self.help = help_
        self.label = label


class Single(Instrument):
    """One number for each value of the label."""

    def __init__(self, name: str, help_: str, label: str = "") -> None:
        super().__init__(name, help_, label)
        self._values: dict[str, float] = {} if label else {"": 0}
        self._readers: dict[str, Callable[[], float | None]] = {}

    def read_with(self, reader: Callable[[], float | None], of: str = "") -> None:
        """Have the endpoint call `reader` for this value of the label, in the endpoint's thread. It
        returns None if there is no such number now.
        """
        self._readers[of] = reader

    def values(self) -> dict[str, float]:
        """Return the current numbers by the value of the label, or "". May be called in any
        thread.
        """
        read = {of: reader() for of, reader in dict(self._readers).items()}
        known = {of: value for of, value in read.items() if value is not None}
        return {**self._values, **known}

    def value(self, of: str = "") -> float:
        """Return the current number for this value of the label."""
        return self.values().get(of, 0)


class Counter(Single):
    """Numbers that only grow."""

    def add(self, number: float = 1, of: str = "") -> None:
        """Count `number` more, for this value of the label."""
        self._values[of] = self._values.get(of, 0) + number


class Gauge(Single):
    """Numbers that go up and down."""

    def set(self, value: float, of: str = "") -> None:
        """Replace the number for this value of the label."""
        self._values[of] = value


class Series:
    """How many values were in each bucket, and their sum. The last bucket has no limit."""

    __slots__ = ("counts", "sum")

    def __init__(self, buckets: int) -> None:
        self.counts = [0] * buckets
        self.sum = 0.0


class Histogram(Instrument):
    """Counts values by size. `bounds`: the upper limits of all buckets but the last, ascending."""

    def __init__(self, name: str, help_: str, bounds: Sequence[float], label: str = "") -> None:
        super().__init__(name, help_, label)
        self.bounds = tuple(bounds)
        self._series: dict[str, Series] = {}
        if not label:
            self._add("")

    def observe(self, value: float, of: str = "") -> None:
        """Count one value, for this value of the label."""
        series = self._series.get(of) or self._add(of)
        series.counts[bisect_left(self.bounds, value)] += 1
        series.sum += value

    def series(self) -> dict[str, Series]:
        """Return the series by label value. May be called in any thread."""
        return dict(self._series)

    def count(self, of: str = "") -> int:
        """Return how many values were counted."""
        series = self._series.get(of)
        return 0 if series is None else sum(series.counts)

    def _add(self, of: str) -> Series:
        return self._series.setdefault(of, Series(len(self.bounds) + 1))
