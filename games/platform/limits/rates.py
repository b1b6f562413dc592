"""Rate limits per address or player for requests and socket commands: token buckets in
memory.

Each web process counts separately, so N processes allow N times as much, and a restart resets the
counts. That is enough to stop floods and password guessing, and it does not depend on Redis.
"""

import threading
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import ngettext

from games.platform import metrics
from games.platform.limits.buckets import Buckets, counting_address
from games.platform.limits.proxies import peer_of


class LimitedError(Exception):
    """The limit is exceeded. `wait` is the time in seconds until the next attempt is allowed."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"Too often, wait {wait:.0f} s.")
        self.wait = wait

    @property
    def message(self) -> str:
        minutes = int(self.wait // 60) + 1
        text = ngettext(
            "Too many attempts. Please wait %(minutes)s minute.",
            "Too many attempts. Please wait %(minutes)s minutes.",
            minutes,
        )
        return text % {"minutes": minutes}


BUCKETS = Buckets()
# Pages are computed in threads.
_LOCK = threading.Lock()


def take(key: str, times: int, seconds: float) -> None:
    """Take one of `times` tokens of `key`, which refill within `seconds`. Raises LimitedError."""
    with _LOCK:
        bucket = BUCKETS.of(key, times / seconds, times)
        if not bucket.take():
            raise LimitedError(bucket.wait)


def is_untouched(key: str, times: int, seconds: float) -> bool:
    """Whether all tokens of `key` are there; see `take`."""
    with _LOCK:
        return BUCKETS.of(key, times / seconds, times).is_full


def spend(what: str, who: object) -> None:
    """Count one `what` (a key of settings.LIMITS) by `who`. Raises LimitedError."""
    times, seconds = settings.LIMITS[what]
    try:
        take(f"{what}|{who}", times, seconds)
    except LimitedError:
        metrics.LIMITED.add(of=what)
        raise


def look(what: str, who: object) -> None:
    """Raise LimitedError if `spend` would. Counts nothing."""
    times, seconds = settings.LIMITS[what]
    with _LOCK:
        wait = BUCKETS.of(f"{what}|{who}", times / seconds, times).wait_now
    if wait:
        raise LimitedError(wait)


def forgive(what: str, who: object) -> None:
    with _LOCK:
        BUCKETS.forget(f"{what}|{who}")


def client_address(request: HttpRequest) -> str:
    """Return the address that limits apply to: an IPv4 address, or the /64 of an IPv6 address.

    One IPv6 client usually has 2**64 addresses. Behind a trusted proxy, `proxies.BehindProxies` has
    put the client's address in place of the proxy's.
    """
    return counting_address(request.META.get("REMOTE_ADDR") or "")


def socket_address(scope: Mapping[str, Any]) -> str:
    """Return the same for an ASGI scope."""
    return counting_address(peer_of(scope) or "")
