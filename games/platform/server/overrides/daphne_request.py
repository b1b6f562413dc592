"""Daphne's HTTP request: aborted cleanly if the application fails, and parsed only by Django.

Relies on these private or undocumented names of Daphne 4.2 and Twisted 26.10:

    WebRequest._response_started    whether the status line was sent
    WebRequest.basic_error(...)     what Daphne calls when the application fails or times out
    WebRequest.process()            starts the application; reads the attributes set below
    Request.channel, finished       the connection, and whether the answer is complete
    Request.sentLength              how many bytes of the answer were written
    Request.requestReceived(command, path, version)    called when the request is complete
    HTTPChannel.forceAbortClient()  closes the connection immediately
"""

from daphne.http_protocol import WebRequest

UNSENT_BYTES = 256 * 1024
"""How much of a paced answer may wait in memory for its client."""


class AbortableRequest(WebRequest):  # type: ignore[misc]  # Daphne is untyped
    """A request whose answer may be aborted."""

    _waited_s: float | None = None
    """How long a paced answer has waited for the client, None if it is not paced."""

    def has_read(self, seconds: float) -> bool:
        """Whether the client of a paced answer has read most of it. If not, the caller waits so
        long. Aborts the connection of a client that reads too slowly.
        """
        self._waited_s = self._waited_s or 0.0
        if self.finished or self.channel is None:
            return True
        unsent = getattr(self.channel.transport, "unsent_bytes", 0)
        if unsent <= UNSENT_BYTES:
            return True
        self._waited_s += seconds
        deadlines = self.channel.factory.deadlines
        if self._waited_s > deadlines.idle + (self.sentLength - unsent) / deadlines.read_bytes:
            self.channel.forceAbortClient()
        return False

    def check_timeouts(self) -> None:
        """Enforce the time that the application has, unless the answer waits for its client."""
        if self._waited_s is None:
            super().check_timeouts()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        # Twisted would parse the query and the form here, in the event loop. Django does it again.
        self.content.seek(0)
        self.args: dict[bytes, list[bytes]] = {}
        self.method, self.uri, self.clientproto = command, path, version
        self.path = path.split(b"?", 1)[0]
        self.process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer with an error page, or abort the connection if the answer has begun."""
        # Daphne would raise in the second case, which ends the timer that checks all connections.
        if not self._response_started:
            super().basic_error(status, status_text, body)
        elif self.channel is not None and not self.finished:
            self.channel.forceAbortClient()
