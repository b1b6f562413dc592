"""How many connections are open, in total and per address, counted when they are accepted.

A connection over a limit is closed before anything is read from it. So clients that open many
connections cannot use up the process's file descriptors, and the database can always open its
files.
"""

import logging
import resource
from collections import Counter

from games.platform.limits.addresses import AddressBuckets, counting_address
from games.platform.server.counts import ServerCounts

logger = logging.getLogger(__name__)

MAX_DESCRIPTORS = 1 << 20
"""The limit on descriptors is not raised above this."""
RESERVED_DESCRIPTORS = 256
"""File descriptors kept for database connections, files, Redis and the standard library. A process
with fewer than twice this number keeps half of its descriptors.
"""
NEW_CONNECTIONS_PER_S = 20
"""How many connections one address may open in the long run. A burst may open as many as it may
have.
"""
SHARE_OF_ONE_ADDRESS = 4
"""One address may have at most the total divided by this."""


def raise_descriptor_limit() -> int:
    """Raise this process's limit on file descriptors as far as allowed; return the new limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        logger.info("The limit on open files was raised from %s to %s.", soft, most)
        return most
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class OpenConnections:
    """Counts the open connections of one process.

    per_address: how many one address may have. 0 means no limit, also for servers behind a proxy.
    """

    def __init__(self, descriptors: int, per_address: int, counts: ServerCounts) -> None:
        self.most = descriptors - min(RESERVED_DESCRIPTORS, descriptors // 2)
        self.per_address = min(per_address, self.most // SHARE_OF_ONE_ADDRESS)
        self._opened = AddressBuckets(NEW_CONNECTIONS_PER_S * bool(per_address), self.per_address)
        self._open: Counter[str] = Counter()
        self._total = 0
        self._counts = counts

    def admit(self, host: str) -> bool:
        """Count a new connection from `host`; return False if it must be closed.

        `host` is "" over a Unix socket, where no limit per address applies.
        """
        address = counting_address(host)
        if self._total >= self.most:
            self._counts.refuse("total")
            return False
        if host and self.per_address and self._open[address] >= self.per_address:
            self._counts.refuse("address")
            return False
        if not self._opened.of(host).take():
            self._counts.refuse("rate")
            return False
        self._open[address] += 1
        self._total += 1
        return True

    def release(self, host: str) -> None:
        """Stop counting a connection that was admitted."""
        address = counting_address(host)
        self._total -= 1
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
