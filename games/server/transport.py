"""Connections that write at the end of the loop's turn instead of waiting for the next one.

Twisted never writes at once: each write asks epoll whether the socket is writable, waits for the
answer, and takes the question back. Nearly always it is writable, and all of that is a third of the
cost of an echo. Here what was written during a turn goes out together at its end, in one system
call; only what the kernel does not take waits for epoll.
"""

import os
from collections.abc import Callable
from typing import Any

from twisted.internet import tcp, unix

from games.server.reactor import loop, reactor

BACKLOG = 1024
"""So many connections may wait to be accepted: after a restart everyone comes back at once."""


class PromptWriting:
    """Mixed into Twisted's server transports."""

    connected: int
    disconnecting: int
    producerPaused: bool
    socket: Any
    dataBuffer: bytes
    fileno: Callable[[], int]
    _tempDataBuffer: list[bytes]
    _tempDataLen: int
    _writeDisconnecting: bool
    _turn_ends = False

    def startReading(self) -> None:
        """Read whenever there is something, without Twisted's log context around each frame."""
        super().startReading()  # type: ignore[misc]
        if self.fileno() >= 0:
            # In place of what the reactor has registered.
            loop.add_reader(self.fileno(), reactor._readOrWrite, self, True)

    def startWriting(self) -> None:
        """Write when this turn of the loop ends."""
        if not self._turn_ends:
            self._turn_ends = True
            loop.call_soon(self._write_now)

    def _write_now(self) -> None:
        self._turn_ends = False
        if self.connected and not self._send_all():
            # As if epoll had called: doWrite, and what must follow when it fails or was the last.
            reactor._readOrWrite(self, False)
        if self.connected and (self.dataBuffer or self._tempDataBuffer):
            super().startWriting()  # type: ignore[misc]

    def _send_all(self) -> bool:
        """Send what was written, where nothing else is to be done; False leaves the rest to
        Twisted, which meets every error again.
        """
        if self.dataBuffer or self.producerPaused or self.disconnecting or self._writeDisconnecting:
            return False
        waiting = b"".join(self._tempDataBuffer)
        try:
            sent = self.socket.send(waiting)
        except OSError:
            return False
        left = waiting[sent:]
        self._tempDataBuffer = [left] if left else []
        self._tempDataLen = len(left)
        return not left


class TCPConnection(PromptWriting, tcp.Server):
    """A TCP connection that writes promptly."""


class UnixConnection(PromptWriting, unix.Server):
    """The same over a Unix socket."""


def listen_tcp(factory: Any, *, host: str, port: int) -> Any:
    """Return a listening port. Raises `twisted.internet.error.CannotListenError`."""
    listener = tcp.Port(port, factory, BACKLOG, host, reactor)
    listener.transport = TCPConnection
    listener.startListening()
    return listener


def listen_unix(factory: Any, *, path: str) -> Any:
    """Return a listening port at `path`; replaces the socket of a process that is gone.

    Raises `twisted.internet.error.CannotListenError`.
    """
    listener = unix.Port(os.fsencode(path), factory, BACKLOG, reactor=reactor, wantPID=1)
    listener.transport = UnixConnection
    listener.startListening()  # type: ignore[no-untyped-call]
    return listener
