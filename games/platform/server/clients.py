"""All clients of one server: what they have open, what they have sent, and what was refused."""

from games.platform import metrics
from games.platform.server.connections import OpenConnections, raise_descriptor_limit
from games.platform.server.counts import ServerCounts
from games.platform.server.frame_limits import FrameLimit, FrameRates, address_frames

CONNECTIONS_PER_SOCKET = 2
"""How many connections one address may have open, in multiples of SOCKETS_PER_ADDRESS: besides its
socket, a browser keeps some for pages.
"""


class Clients:
    """The limits and the counts. Raises this process's limit on file descriptors.

    behind_proxy: all connections come from the proxy's address, so there is no limit on connections
    per address: the proxy must limit its clients. Frames are counted for the address that the proxy
    names.
    """

    def __init__(self, rates: FrameRates, *, behind_proxy: bool) -> None:
        self.counts = ServerCounts()
        metrics.FRAMES.read_with(lambda: self.counts.frames)
        limited = bool(rates.limit_addresses and not behind_proxy)
        self.connections = OpenConnections(
            raise_descriptor_limit(),
            CONNECTIONS_PER_SOCKET * rates.sockets_per_address if limited else 0,
            self.counts,
        )
        self._rates = rates
        self._addresses = address_frames(rates)

    def frame_limit_of(self, host: str | None) -> FrameLimit:
        """Return the limits of a new websocket of a client at `host`."""
        return FrameLimit(self._rates, self._addresses.of(host), self.counts)
