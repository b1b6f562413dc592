"""How many websocket frames a client may send. Frames of every kind count.

A frame is counted when its header is parsed, before its payload, because one read of 64 KiB can
hold 10,900 empty frames. Nothing after the first frame over a limit is parsed.
"""

from typing import NamedTuple

from games.platform.limits.addresses import AddressBuckets
from games.platform.limits.buckets import TokenBucket
from games.platform.server.counts import ServerCounts
from games.platform.server.overrides.autobahn_websocket import FloodError

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
        """Whether an address has limits."""
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
