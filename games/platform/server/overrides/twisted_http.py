"""Twisted's HTTP connection with absolute deadlines.

Twisted has one timeout, which starts again with every byte. Here each step has a deadline that
nothing extends: the headers, the body, the time until the next request, and the time to read an
answer.

Relies on these private or undocumented names of Twisted 26.10:

    HTTPChannel.length                     bytes of the body; 0: none, None: sent in chunks
    HTTPChannel.dataReceived(data), rawDataReceived(data), requestDone(request)
    HTTPChannel.allHeadersReceived()       called when the headers are complete
    HTTPChannel.allContentReceived()       called when the request is complete
    HTTPChannel._handlingRequest           whether the application has the request
    HTTPChannel._optimisticEagerReadSize   how much a client may send ahead
    HTTPChannel.maxHeaders, totalHeadersSize, MAX_LENGTH
    Request._parsePOSTFormSubmission       see games/platform/server/overrides/daphne_request.py
"""

from dataclasses import dataclass
from typing import Any

from twisted.web.http import HTTPChannel

from games.platform.server.overrides.twisted_reactor import reactor

MAX_HEADERS = 100
MAX_HEADER_BYTES = 16 * 1024
"""The most that the request line and all headers together may have."""
LINGER_S = 2.0
"""How long a client that is being disconnected may take to read the last answer."""
TIMED_OUT = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True)
class Deadlines:
    """Seconds that a client may take.

    headers: for the request line and all headers, from the connection or from the first byte of a
    later request. A websocket's handshake is such a request.
    body: for the body, from the end of the headers.
    idle: until the next request, from the end of an answer.
    read_bytes: how many bytes of an answer a client reads per second at least, in the long run;
    what waits is added to `idle` at this rate.
    """

    headers: float = 10.0
    body: float = 30.0
    idle: float = 30.0
    read_bytes: int = 16 * 1024


class RefusedBodyError(Exception):
    """A body breaks a limit. `answer` is sent before the connection is closed."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer)
        self.answer = answer


class PunctualChannel(HTTPChannel):
    """One HTTP connection. `self.factory.deadlines` are its deadlines."""

    factory: Any
    transport: Any
    may_wait = True
    """For twisted_transport.py: what it receives is read in the share of those who may wait."""
    maxHeaders = MAX_HEADERS
    totalHeadersSize = MAX_LENGTH = MAX_HEADER_BYTES
    # Nothing is read ahead of an answer: Twisted adds up the whole buffer with each byte.
    _optimisticEagerReadSize = 0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._timer: Any = None
        self._is_idle = False
        self._has_received = False
        self._has_refused = False

    def connectionMade(self) -> None:
        """Expect a request."""
        super().connectionMade()  # type: ignore[no-untyped-call]
        self._expect(self.factory.deadlines.headers)

    def dataReceived(self, data: bytes) -> None:
        """Parse a part of a request. The first byte of a further request sets its deadline."""
        if not self._has_received and self.factory.upgrade(self, data):
            self._expect(None)
            return
        self._has_received = True
        if self._is_idle:
            self._is_idle = False
            self._expect(self.factory.deadlines.headers)
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def allHeadersReceived(self) -> None:
        """Expect the body. That of a websocket's handshake gets no time of its own."""
        try:
            super().allHeadersReceived()  # type: ignore[no-untyped-call]
        except RefusedBodyError as refusal:
            self._refuse(refusal)
            return
        if self.length != 0 and not self.requests[-1].requestHeaders.hasHeader(b"Upgrade"):
            self._expect(self.factory.deadlines.body)

    def rawDataReceived(self, data: bytes) -> None:
        if self.transport.protocol is not self:
            # Frames that came with the handshake: a client must wait for its end.
            self.transport.abortConnection()
        elif not self._has_refused:
            try:
                super().rawDataReceived(data)
            except RefusedBodyError as refusal:
                self._refuse(refusal)

    def allContentReceived(self) -> None:
        """Hand the request to the application. Its own time is limited by Daphne's checks."""
        self._expect(None)
        super().allContentReceived()  # type: ignore[no-untyped-call]

    def requestDone(self, request: Any) -> None:
        """Expect that the client reads the answer, and perhaps sends a further request."""
        deadlines = self.factory.deadlines
        unsent = getattr(self.transport, "unsent_bytes", 0)
        self._is_idle = True
        self._expect(deadlines.idle + unsent / deadlines.read_bytes)
        super().requestDone(request)  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Any) -> None:  # type: ignore[override]
        self._expect(None)
        super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def _expect(self, seconds: float | None) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None if seconds is None else reactor.callLater(seconds, self._end)

    def _end(self) -> None:
        # The client is late. Browsers open connections in advance: say nothing.
        if self._is_idle or not self._has_received:
            self.transport.abortConnection()
            return
        self.transport.write(TIMED_OUT)
        self._leave()

    def _refuse(self, refusal: RefusedBodyError) -> None:
        self._has_refused = True
        self.transport.write(refusal.answer)
        self._leave()

    def _leave(self) -> None:
        """Close the connection when the last answer is read, or LINGER_S later."""
        self._expect(None)
        self._timer = reactor.callLater(LINGER_S, self.forceAbortClient)
        self.loseConnection()  # type: ignore[no-untyped-call]
