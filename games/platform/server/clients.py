"""What the clients of one server process may have open and send, and what it counts of them.

A connection over a limit is closed before anything is read from it. So clients that open many
connections cannot use up the process's file descriptors, and the database can always open its
files. Frames of every kind count: a frame is counted when its header is parsed, before its
payload, because one read of 64 KiB can hold 10,900 empty frames. Nothing after the first frame over
a limit is parsed.
"""

import logging
import resource
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.platform import metrics
from games.platform.limits.buckets import AddressBuckets, TokenBucket, counting_address
from games.platform.limits.proxies import Proxies
from games.platform.server.overrides.autobahn_websocket import FloodError

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
HURRIED_HANDSHAKES_PER_S = 1
HURRIED_HANDSHAKES = 30
"""How many handshakes of one address, in the long run and at once, are read before other requests:
a family or a small class may come back together after a restart.
"""
SHARE_OF_ONE_ADDRESS = 4
"""One address may have at most the total divided by this."""
CONTROL_FRAMES_PER_S = 20
CONTROL_BURST = 40
"""Pings, pongs and close frames of one socket. A browser sends a pong for each of our pings."""
MAX_FRAGMENTS = 8
"""The most frames of one message. Browsers send a command in one frame."""
FRAMES_PER_MESSAGE = 3
BURST_PER_MESSAGE = 5
"""All frames of one socket, in multiples of SOCKET_RATE and SOCKET_BURST. More than these, because
the application answers the first 100 messages over its own limit before it closes the socket.
"""
READS_PER_S = 200
READ_BURST = 1000
"""Reads of one socket in which no frame begins: a client may send a frame one byte at a time."""
ADDRESS_FRAMES_PER_MESSAGE = 15
ADDRESS_BURST_PER_MESSAGE = 5
"""All frames of one address, in multiples of SOCKET_RATE and SOCKET_BURST."""
FIRST_CONTROL_OPCODE = 8
CONTINUATION = 0
"""Opcodes (RFC 6455, 5.2)."""
CONNECTIONS_PER_SOCKET = 2
"""How many connections one address may have open, in multiples of SOCKETS_PER_ADDRESS: besides its
socket, a browser keeps some for pages.
"""


@dataclass
class ServerCounts:
    """Counts of one process.

    frames: parsed frames of all websockets. floods: sockets closed for exceeding a limit, by
    reason. refused: connections closed when they were accepted, by reason.
    """

    frames: int = 0
    floods: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def flood(self, reason: str) -> None:
        self.floods[reason] += 1
        metrics.FLOODS.add(of=reason)

    def refuse(self, reason: str) -> None:
        self.refused[reason] += 1
        metrics.CONNECTIONS_REFUSED.add(of=reason)

    def as_json(self) -> dict[str, Any]:
        return {
            "frames": self.frames,
            "floods": dict(self.floods),
            "refused": dict(self.refused),
        }


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

    per_address: how many one address may have; 0 means no limit. All connections of a proxy come
    from its address, so it has no limit: the proxy must limit its clients.
    """

    def __init__(
        self, descriptors: int, per_address: int, counts: ServerCounts, proxies: Proxies
    ) -> None:
        self.most = descriptors - min(RESERVED_DESCRIPTORS, descriptors // 2)
        self.per_address = min(per_address, self.most // SHARE_OF_ONE_ADDRESS)
        self._opened = AddressBuckets(NEW_CONNECTIONS_PER_S * bool(per_address), self.per_address)
        self._open: Counter[str] = Counter()
        self._total = 0
        self._counts = counts
        self._proxies = proxies

    def admit(self, host: str) -> bool:
        """Count a new connection from `host`; return False if it must be closed.

        `host` is "" over a Unix socket, where no limit per address applies.
        """
        address = counting_address(host)
        if self._total >= self.most:
            self._counts.refuse("total")
            return False
        limited = "" if self.is_proxy(host) else host
        if limited and self.per_address and self._open[address] >= self.per_address:
            self._counts.refuse("address")
            return False
        if not self._opened.of(limited).take():
            self._counts.refuse("rate")
            return False
        self._open[address] += 1
        self._total += 1
        return True

    def is_proxy(self, host: str) -> bool:
        return self._proxies.trusts(host)

    def release(self, host: str) -> None:
        address = counting_address(host)
        self._total -= 1
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class FrameRates(NamedTuple):
    """SOCKET_RATE, SOCKET_BURST and SOCKETS_PER_ADDRESS, from which the limits follow.

    A message rate of 0 removes all limits. A sockets_per_address of 0 removes the limits of
    addresses.
    """

    message_rate: float = 20.0
    message_burst: float = 40.0
    sockets_per_address: int = 200

    @property
    def limit_addresses(self) -> bool:
        return bool(self.message_rate and self.sockets_per_address)


DEFAULT_RATES = FrameRates()


def address_frames(rates: FrameRates) -> AddressBuckets:
    """Return the buckets that count the frames of each address, over all its sockets."""
    return AddressBuckets(
        ADDRESS_FRAMES_PER_MESSAGE * rates.message_rate * rates.limit_addresses,
        ADDRESS_BURST_PER_MESSAGE * rates.message_burst,
    )


class FrameLimit:
    """The limits of one socket."""

    __slots__ = ("_address", "_all", "_control", "_counts", "_fragments", "_limited", "_reads")

    def __init__(self, rates: FrameRates, address: TokenBucket, counts: ServerCounts) -> None:
        self._limited = bool(rates.message_rate)
        self._all = TokenBucket(
            FRAMES_PER_MESSAGE * rates.message_rate, BURST_PER_MESSAGE * rates.message_burst
        )
        self._control = TokenBucket(CONTROL_FRAMES_PER_S, CONTROL_BURST)
        self._reads = TokenBucket(READS_PER_S, READ_BURST)
        self._address = address
        self._counts = counts
        self._fragments = 0

    def count_frame(self, opcode: int) -> None:
        """Count one frame. Raises FloodError if it is one too many."""
        self._counts.frames += 1
        if not self._limited:
            return
        if not self._all.take():
            raise FloodError("too many frames")
        if not self._address.take():
            raise FloodError("too many frames from one address")
        if opcode >= FIRST_CONTROL_OPCODE:
            if not self._control.take():
                raise FloodError("too many control frames")
        elif opcode != CONTINUATION:
            self._fragments = 1
        else:
            self._fragments += 1
            if self._fragments > MAX_FRAGMENTS:
                raise FloodError("too many fragments")

    def count_read(self) -> None:
        """Count a read in which no frame began. Raises FloodError if it is one too many."""
        if self._limited and not self._reads.take():
            raise FloodError("too many small packets")


class Clients:
    """The limits and the counts. Raises this process's limit on file descriptors.

    Frames are counted for the address that a trusted proxy names.
    """

    def __init__(self, rates: FrameRates, proxies: Proxies) -> None:
        self.counts = ServerCounts()
        metrics.FRAMES.read_with(lambda: self.counts.frames)
        self.connections = OpenConnections(
            raise_descriptor_limit(),
            CONNECTIONS_PER_SOCKET * rates.sockets_per_address * rates.limit_addresses,
            self.counts,
            proxies,
        )
        self.handshakes = AddressBuckets(
            HURRIED_HANDSHAKES_PER_S * rates.limit_addresses, HURRIED_HANDSHAKES
        )
        self._rates = rates
        self._addresses = address_frames(rates)

    def frame_limit_of(self, host: str | None) -> FrameLimit:
        return FrameLimit(self._rates, self._addresses.of(host), self.counts)
