"""The address that limits count, and what each address has used of a limit."""

import ipaddress
from functools import lru_cache

from games.platform.limits.buckets import Buckets, TokenBucket


@lru_cache(5000)
def counting_address(remote: str) -> str:
    """Return an IPv4 address, or the /64 of an IPv6 address; "unknown" if `remote` is neither.

    One IPv6 client usually has 2**64 addresses.
    """
    try:
        address = ipaddress.ip_address(remote.strip())
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv6Address):
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
