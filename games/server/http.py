"""Daphne's HTTP requests with a limit on the body and a defined end when the application fails."""

from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class GuardedRequest(WebRequest):  # type: ignore[misc]  # Daphne is untyped
    """One HTTP request of `serve`."""

    too_large = False

    def handleContentChunk(self, data: bytes) -> None:
        """Store a piece of the body; Twisted would fill the disk with whatever comes."""
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
        # With this header Daphne lets anyone say at which path the site is mounted.
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return None if self.too_large else super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer with an error page, or break off the answer that has already begun.

        Daphne would raise in the second case, which ends its timer that looks after all sockets.
        """
        if not self._response_started:
            super().basic_error(status, status_text, body)
        elif self.channel is not None and not self.finished:
            self.channel.forceAbortClient()


class GuardedHTTPFactory(HTTPFactory):  # type: ignore[misc]  # Daphne is untyped
    """Makes the HTTP connections of one server."""

    def buildProtocol(self, addr: Any) -> Any:
        """Return the protocol of a new connection from `addr`."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = GuardedRequest
        return protocol
