"""HTTP requests with deadlines, and with limits on headers and body.

Every limit closes the connection, after an answer where one is possible:

    408    headers or body are not complete in time
    400    more than MAX_HEADERS headers or MAX_HEADER_BYTES of them, or a body in more than
           MAX_BODY_PARTS parts
    413    a body of more than `body_bytes`

An idle connection, and one whose client does not read its answer, are closed without an answer.
"""

from io import BytesIO
from typing import Any

from daphne.http_protocol import HTTPFactory

from games.platform.server.overrides.daphne_request import AbortableRequest
from games.platform.server.overrides.quick_handshake import parse_handshake
from games.platform.server.overrides.twisted_http import (
    Deadlines,
    PunctualChannel,
    RefusedBodyError,
)

MAX_BODY_PARTS = 128
"""In how many chunks or segments a body may arrive. Each costs the same, however small it is."""
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TOO_MANY_PARTS = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class GuardedRequest(AbortableRequest):
    """One HTTP request of `serve`."""

    parts = 0

    def gotLength(self, length: int | None) -> None:
        """Prepare for the body.

        Raises RefusedBodyError if the client announces too much.
        """
        if length is not None and length > self.server.body_bytes:
            raise RefusedBodyError(TOO_LARGE)
        # Always in memory: Twisted would open a file for a large body.
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:
        """Store a part of the body. Raises RefusedBodyError, which ends the parsing."""
        self.parts += 1
        if self.parts > MAX_BODY_PARTS:
            raise RefusedBodyError(TOO_MANY_PARTS)
        if self.content.tell() + len(data) > self.server.body_bytes:
            raise RefusedBodyError(TOO_LARGE)
        super().handleContentChunk(data)

    def process(self) -> Any:
        """Hand a complete request to the application."""
        # With this header, Daphne would let any client choose the root path of the site.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return super().process()


class GuardedHTTPFactory(HTTPFactory):  # type: ignore[misc]  # Daphne is untyped
    """Creates the HTTP connections of one server."""

    protocol = PunctualChannel

    def __init__(self, server: Any, deadlines: Deadlines) -> None:
        super().__init__(server)
        self.deadlines = deadlines
        # Disable Twisted's timeout: every byte extends it, so a slow client could stay forever.
        self.timeOut = None

    def buildProtocol(self, addr: Any) -> Any:
        """Return the protocol of a new connection from `addr`; None, which closes it, if there are
        too many.
        """
        if not self.server.clients.connections.admit(getattr(addr, "host", "")):
            return None
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = GuardedRequest
        return protocol

    def upgrade(self, channel: Any, data: bytes) -> bool:
        """Make a connection a websocket if `data`, the first bytes received, are a usual handshake.
        Return whether they were.
        """
        if self.server.lifespan.draining:
            return False
        handshake = parse_handshake(data)
        if handshake is None:
            return False
        transport = channel.transport
        protocol = self.server.ws_factory.buildProtocol(None)
        transport.protocol = protocol
        protocol.begin(transport, handshake)
        return True

    def hurries(self, host: str) -> bool:
        """Whether a handshake from `host` need not wait for others: some of each address need not,
        and none of a proxy's, which must limit its clients.
        """
        clients = self.server.clients
        limited = "" if clients.connections.is_proxy(host) else host
        return bool(clients.handshakes.of(limited).take())

    def connection_lost(self, host: str) -> None:
        """Stop counting a connection from `host` ("": over a Unix socket)."""
        self.server.clients.connections.release(host)
