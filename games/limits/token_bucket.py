"""A rate limit without a lock, for code that runs in the event loop."""

from games.clock import monotonic


class TokenBucket:
    """Gets `rate` tokens a second and keeps at most `burst`. A rate of 0 means no limit."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = monotonic()

    def take(self) -> bool:
        """Take one token; return False when there is none."""
        if not self._rate:
            return True
        now = monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing that was taken is still missing."""
        return self._tokens + (monotonic() - self._at) * self._rate >= self._burst
