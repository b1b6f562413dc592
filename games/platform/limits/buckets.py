"""Token buckets: the one way in which rates are limited, alone, by key and by
internet address.
"""

import ipaddress
from functools import lru_cache

from games.platform.clock import monotonic

MAX_BUCKETS = 20_000
ROUNDING = 1e-6
"""The part of a token that may be missing after exactly the time in which it fills."""
UNCLEAR = "unclear"
"""The address of everybody whose proxy says contradicting things of them (`proxies`)."""


class TokenBucket:
    """Gets `rate` tokens a second and keeps at most `burst`. A rate of 0 means no limit.

    It has no lock: use it in the event loop, or under a lock.
    """

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
        if self._tokens < 1 - ROUNDING:
            return False
        self._tokens = max(0.0, self._tokens - 1)
        return True

    @property
    def wait(self) -> float:
        """Seconds from the last `take()` until there is a token."""
        return max(0.0, (1 - self._tokens) / self._rate) if self._rate else 0.0

    @property
    def wait_now(self) -> float:
        """Seconds from now until there is a token; 0 if there is one."""
        return max(0.0, self.wait - (monotonic() - self._at))

    @property
    def is_full(self) -> bool:
        return self._tokens + (monotonic() - self._at) * self._rate >= self._burst - ROUNDING


class Buckets:
    """A token bucket for each key. New buckets are full."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}

    def of(self, key: str, rate: float, burst: float) -> TokenBucket:
        """Return the bucket of `key`, which is made with `rate` and `burst` at its first use."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            if len(self._buckets) >= MAX_BUCKETS:
                self._shrink()
            bucket = TokenBucket(rate, burst)
        # Reinserting keeps the buckets ordered by their last use.
        self._buckets[key] = bucket
        return bucket

    def forget(self, key: str) -> None:
        """Fill the bucket of `key` again."""
        self._buckets.pop(key, None)

    def clear(self) -> None:
        """Fill all buckets."""
        self._buckets.clear()

    def _shrink(self) -> None:
        """Drop full buckets; if that is not enough, drop the least recently used half."""
        self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.is_full}
        if len(self._buckets) >= MAX_BUCKETS:
            self._buckets = dict(list(self._buckets.items())[MAX_BUCKETS // 2 :])


@lru_cache(5000)
def counting_address(remote: str) -> str:
    """Return an IPv4 address, or the /64 of an IPv6 address; "unknown" if `remote` is neither, but
    UNCLEAR as it is.

    One IPv6 client usually has 2**64 addresses.
    """
    try:
        address = ipaddress.ip_address(remote.strip())
    except ValueError:
        return UNCLEAR if remote == UNCLEAR else "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        # Sockets for both protocols show IPv4 clients like this.
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)


class AddressBuckets:
    """A token bucket for each address. A rate of 0 means no limit."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets = Buckets()

    def of(self, host: str | None) -> TokenBucket:
        """Return the bucket of a client. None or "": it has no internet address, and no limit."""
        if not (self._rate and host):
            return TokenBucket(0, 0)
        return self._buckets.of(counting_address(host), self._rate, self._burst)
