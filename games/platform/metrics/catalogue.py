"""Everything that is measured: counters, gauges and histograms as plain numbers, which the endpoint
reads when it is asked. Each name is used where it is counted, and in docs/operations.md.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence

LATENCY_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Limits of buckets for the time of one command, request or wait, in seconds."""
SWEEP_S = (0.005, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0, 60.0)
ENTRIES = (1, 2, 4, 8, 16, 32, 64, 128)


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
        return self.values().get(of, 0)


class Counter(Single):
    """Numbers that only grow."""

    def add(self, number: float = 1, of: str = "") -> None:
        self._values[of] = self._values.get(of, 0) + number


class Gauge(Single):
    """Numbers that go up and down."""

    def set(self, value: float, of: str = "") -> None:
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
        series = self._series.get(of) or self._add(of)
        series.counts[bisect_left(self.bounds, value)] += 1
        series.sum += value

    def series(self) -> dict[str, Series]:
        """Return the series by label value. May be called in any thread."""
        return dict(self._series)

    def count(self, of: str = "") -> int:
        series = self._series.get(of)
        return 0 if series is None else sum(series.counts)

    def _add(self, of: str) -> Series:
        return self._series.setdefault(of, Series(len(self.bounds) + 1))


# --- This process ---------------------------------------------------------------------------

PROCESS = Gauge("yacht_process_info", "1 for the role of this process: server or worker.", "role")
DRAINING = Gauge("yacht_draining", "1 while the server shuts down.")
LOOP_LAG = Histogram(
    "yacht_loop_lag_seconds",
    "How much later than asked the event loop woke up, measured twice a second.",
    LATENCY_S,
)

# --- Moves ----------------------------------------------------------------------------------

COMMANDS = Histogram(
    "yacht_command_seconds",
    "From the arrival of a command to its answer, which is sent after the update, by command.",
    LATENCY_S,
    "command",
)
REFUSALS = Counter("yacht_refusals", "Commands answered with an error, by its code.", "code")
COMMITS = Histogram(
    "yacht_commit_seconds",
    "From the decision about an action until the event loop knew that it was committed.",
    LATENCY_S,
)
MOVES = Counter("yacht_moves", "Actions committed: of people, bots and the server.")
BATCHES = Histogram("yacht_batch_entries", "Actions written in one transaction.", ENTRIES)
WRITES = Histogram("yacht_write_seconds", "The time of one such transaction.", LATENCY_S)
WRITE_FAILURES = Counter(
    "yacht_write_failures",
    "Actions not committed: by another process that was first (conflict), or by the database"
    " (unavailable).",
    "reason",
)
GAPS = Counter(
    "yacht_gaps",
    "Events missed and fetched: by this process after a lost hint (process), or by a client"
    " (client).",
    "of",
)
STUCK = Counter(
    "yacht_stuck_games",
    "Games that the worker found long past their deadline: healed, late, broken or failed.",
    "outcome",
)
CORRECTIONS = Counter(
    "yacht_corrections",
    "Games that this process had to load again because it had another state than their logs.",
)

# --- Sockets and rooms ----------------------------------------------------------------------

SOCKETS = Gauge("yacht_sockets", "Open websockets: room, lobby or tournament.", "kind")
ROOMS = Gauge("yacht_rooms", "Rooms in memory.")
GAMES = Gauge("yacht_games", "Running games in memory.")
WELCOMES = Histogram(
    "yacht_welcome_seconds",
    "From the handshake of a socket to its welcome: session, room and game are read.",
    LATENCY_S,
    "kind",
)
CLOSES = Counter("yacht_closes", "Sockets closed by the site, by close code.", "code")
FRAMES = Counter("yacht_frames", "Frames received, of every kind.")

# --- Queues ---------------------------------------------------------------------------------

WAITING = Gauge("yacht_queue_waiting", "How many wait now, by queue.", "queue")
WAITS = Histogram(
    "yacht_queue_wait_seconds",
    "The waits that ended in a place, of those that did not get one at once, by queue.",
    LATENCY_S,
    "queue",
)
QUEUE_REFUSALS = Counter(
    "yacht_queue_refusals", "Refused because the queue was full or the wait too long.", "queue"
)

# --- Pages ----------------------------------------------------------------------------------

REQUESTS = Histogram(
    "yacht_request_seconds",
    "The time of a request from its place in the queue on: page, file or check.",
    LATENCY_S,
    "lane",
)
ANSWERS = Counter("yacht_answers", "Answers to requests, by status.", "status")

# --- Limits ---------------------------------------------------------------------------------

LIMITED = Counter("yacht_limited", "Refused or delayed by a limit of LIMITS.", "limit")
CONNECTIONS_REFUSED = Counter(
    "yacht_connections_refused", "Connections closed when they were accepted.", "reason"
)
FLOODS = Counter("yacht_floods", "Sockets closed for too many frames.", "reason")

# --- The channel layer ----------------------------------------------------------------------

LAYER_UP = Gauge("yacht_layer_up", "1 if Redis has worked lately; absent without Redis.", "layer")
HINTS_SENT = Counter("yacht_hints_sent", "Hints sent to other processes.")
HINTS_RECEIVED = Counter("yacht_hints_received", "Hints received from other processes.")
HINTS_DROPPED = Counter("yacht_hints_dropped", "Hints not sent, because Redis failed.")
LAYER_FAILURES = Counter("yacht_layer_failures", "Failed attempts to use Redis.")

# --- The worker -----------------------------------------------------------------------------

SWEEPS = Histogram("yacht_sweep_seconds", "The time of one run of a sweep.", SWEEP_S, "sweep")
SWEPT = Counter("yacht_swept", "Rows for which a sweep did its work.", "sweep")
SWEEP_FAILURES = Counter("yacht_sweep_failures", "Runs of a sweep that failed.", "sweep")
SWEPT_AT = Gauge("yacht_swept_timestamp_seconds", "When all sweeps had run, in Unix time.", "loop")
BACKLOG = Gauge("yacht_backlog", "Rows that wait for the worker, 1000 at most, by job.", "job")
LAG = Gauge("yacht_backlog_age_seconds", "How long the oldest of them has waited.", "job")
DAMAGED_GAMES = Gauge("yacht_damaged_games", "Games whose record is damaged.")


def instruments() -> list[Instrument]:
    return [each for each in globals().values() if isinstance(each, Instrument)]
