"""Daphne's HTTP request, aborted cleanly if the application fails in the middle of an answer.

Relies on these private or undocumented names of Daphne 4.2 and Twisted 26.10:

    WebRequest._response_started    whether the status line was sent
    WebRequest.basic_error(...)     what Daphne calls when the application fails or times out
    Request.channel, finished       the connection, and whether the answer is complete
    HTTPChannel.forceAbortClient()  closes the connection immediately
"""

from daphne.http_protocol import WebRequest


class AbortableRequest(WebRequest):  # type: ignore[misc]  # Daphne is untyped
    """A request whose answer may be aborted."""

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer with an error page, or abort the connection if the answer has begun.

        Daphne would raise in the second case, which ends the timer that checks all connections.
        """
        if not self._response_started:
            super().basic_error(status, status_text, body)
        elif self.channel is not None and not self.finished:
            self.channel.forceAbortClient()
