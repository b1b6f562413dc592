"""Daphne's HTTP request: aborted cleanly if the application fails, and parsed only by Django.

Relies on these private or undocumented names of Daphne 4.2 and Twisted 26.10:

    WebRequest._response_started    whether the status line was sent
    WebRequest.basic_error(...)     what Daphne calls when the application fails or times out
    WebRequest.process()            starts the application; reads the attributes set below
    Request.channel, finished       the connection, and whether the answer is complete
    Request.requestReceived(command, path, version)    called when the request is complete
    HTTPChannel.forceAbortClient()  closes the connection immediately
"""

from daphne.http_protocol import WebRequest


class AbortableRequest(WebRequest):  # type: ignore[misc]  # Daphne is untyped
    """A request whose answer may be aborted."""

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
