"""HTTP requests with a limit on the body."""

from typing import Any

from daphne.http_protocol import HTTPFactory

from games.overrides.daphne_request import AbortableRequest

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class GuardedRequest(AbortableRequest):
    """One HTTP request of `serve`."""

    too_large = False

    def handleContentChunk(self, data: bytes) -> None:
        """Store a part of the body. Twisted would write any amount to the disk."""
        if self.too_large:
            return
        if self.content.tell() + len(data) <= self.server.body_bytes:
            super().handleContentChunk(data)
            return
        self.too_large = True
        self.channel.write(TOO_LARGE)
        self.channel.loseConnection()

    def process(self) -> Any:
        """Hand a complete request to the application."""
        # With this header, Daphne would let any client choose the root path of the site.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return None if self.too_large else super().process()


class GuardedHTTPFactory(HTTPFactory):  # type: ignore[misc]  # Daphne is untyped
    """Creates the HTTP connections of one server."""

    def buildProtocol(self, addr: Any) -> Any:
        """Return the protocol of a new connection from `addr`; None, which closes it, if there are
        too many.
        """
        if not self.server.clients.connections.admit(getattr(addr, "host", "")):
            return None
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = GuardedRequest
        return protocol

    def connection_lost(self, host: str) -> None:
        """Stop counting a connection from `host` ("": over a Unix socket)."""
        self.server.clients.connections.release(host)
