"""The clock of tests."""

import time
from datetime import UTC, datetime

from tests.support.client import Client
from tests.support.people import START

# Shorter than the silence after which the server takes a socket for dead.
STEP_S = 30.0


class FakeClock:
    """A clock that stands still until the test moves it. It starts at START, in 2026.

    `ms` is the time of day, in milliseconds since 1970.
    """

    def __init__(self) -> None:
        self.ms = START
        # Durations that began on the machine's clock go on from there.
        self._monotonic = time.monotonic()

    def now_ms(self) -> int:
        """Return the time of day in milliseconds since 1970."""
        return self.ms

    def utc_now(self) -> datetime:
        return datetime.fromtimestamp(self.ms / 1000, UTC)

    def monotonic(self) -> float:
        """Return seconds that only `advance` moves."""
        return self._monotonic

    def advance(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)
        self._monotonic += seconds

    def set(self, ms: int) -> None:
        """Set the time of day, as somebody with a hand on the machine's clock: no time passes."""
        self.ms = ms

    def set_at_least(self, ms: int) -> None:
        """Set the time of day to `ms` unless it is later already."""
        self.ms = max(self.ms, ms)


async def let_pass(clock: FakeClock, seconds: float, *awake: Client) -> None:
    """Let `seconds` pass, during which these clients ping as browsers do: no socket goes silent."""
    while seconds > 0:
        clock.advance(min(seconds, STEP_S))
        seconds -= STEP_S
        for client in awake:
            await client.ask("ping")
