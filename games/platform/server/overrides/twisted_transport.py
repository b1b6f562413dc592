"""Connections that write at the end of the event loop's iteration instead of in the next one.

Twisted never writes immediately: each write registers the socket with epoll, waits until it is
writable, writes, and unregisters it. Nearly always the socket is writable from the start, and this
costs a third of an echo. Here, everything written during one iteration is sent at its end with one
system call. Only what the kernel does not take waits for epoll.

Relies on these private names of Twisted 26.10:

    AsyncioSelectorReactor._readOrWrite(selectable, read)   reads or writes, and handles failures
    FileDescriptor._tempDataBuffer, _tempDataLen            what was written and not yet sent
    FileDescriptor._writeDisconnecting                      a half-close is pending
    Connection.connectionLost(reason)                       deletes `socket` at the first call
    Port.doRead(), Port.numberAccepts                       accepts at most so many, and adapts it

Requests and new connections may also have to wait (games/platform/limits/loop_share.py).
"""

import os
from collections.abc import Callable
from socket import MSG_PEEK
from typing import Any

from twisted.internet import tcp, unix

from games.platform.limits.loop_share import LOOP_SHARE
from games.platform.server.overrides.twisted_reactor import loop, reactor

ACCEPTS_AT_ONCE = 2
"""In one turn of the loop, while requests wait."""
PEEKED_BYTES = 2048
BACKLOG = 1024
"""How many connections may wait to be accepted: after a restart all clients reconnect together."""


class PromptWriting:
    """A mixin for Twisted's server transports."""

    connected: int
    disconnecting: int
    producerPaused: bool
    socket: Any
    dataBuffer: bytes
    fileno: Callable[[], int]
    _tempDataBuffer: list[bytes]
    _tempDataLen: int
    _writeDisconnecting: bool
    server: Any
    protocol: Any
    _write_scheduled = False
    _is_reading = False
    _awaits_share = False
    """It is readable, and not watched until its turn in the share."""

    @property
    def unsent_bytes(self) -> int:
        """How many bytes were written and not yet taken by the kernel."""
        return len(self.dataBuffer) + self._tempDataLen

    def startReading(self) -> None:
        # Twisted would set up its log context around each read.
        super().startReading()  # type: ignore[misc]
        self._is_reading = True
        if self.fileno() >= 0 and not self._awaits_share:
            # Replaces the callback that the reactor has registered.
            loop.add_reader(self.fileno(), self._on_readable)

    def stopReading(self) -> None:
        self._is_reading = False
        super().stopReading()  # type: ignore[misc]

    def _on_readable(self) -> None:
        """Read: at once from a websocket, else in the share of those who may wait."""
        if not getattr(self.protocol, "may_wait", False) or self._begins_websocket():
            reactor._readOrWrite(self, True)
        elif LOOP_SHARE.is_free:
            LOOP_SHARE.do_now(self._read)
        else:
            self._awaits_share = True
            loop.remove_reader(self.fileno())
            LOOP_SHARE.do_later(self._read_later, self._address())

    def _begins_websocket(self) -> bool:
        """Whether the client sends a handshake that is read at once. After a restart all come
        together, and the database answers many with little more work than one.
        """
        try:
            if b"pgrade: websocket" not in self.socket.recv(PEEKED_BYTES, MSG_PEEK):
                return False
        except OSError:
            return False
        return bool(self.server.factory.hurries(self._address()))

    def _read(self) -> None:
        reactor._readOrWrite(self, True)

    def _address(self) -> str:
        """Return whose turn is its own: connections of one address wait for each other."""
        return ""

    def _read_later(self) -> None:
        self._awaits_share = False
        if self.connected and self._is_reading:
            loop.add_reader(self.fileno(), self._on_readable)
            reactor._readOrWrite(self, True)

    def startWriting(self) -> None:
        """Write at the end of this iteration of the event loop."""
        if not self._write_scheduled:
            self._write_scheduled = True
            loop.call_soon(self._write_now)

    def _write_now(self) -> None:
        self._write_scheduled = False
        if self.connected and not self._send_all():
            # What epoll would have called: doWrite, with the handling of errors and closing.
            reactor._readOrWrite(self, False)
        if self.connected and (self.dataBuffer or self._tempDataBuffer):
            super().startWriting()  # type: ignore[misc]

    def _send_all(self) -> bool:
        """Send everything and return True. If False, Twisted must send the rest."""
        if self.dataBuffer or self.producerPaused or self.disconnecting or self._writeDisconnecting:
            return False
        data = b"".join(self._tempDataBuffer)
        try:
            sent = self.socket.send(data)
        except OSError:
            return False
        left = data[sent:]
        self._tempDataBuffer = [left] if left else []
        self._tempDataLen = len(left)
        return not left


class TCPConnection(PromptWriting, tcp.Server):
    """A TCP connection that writes promptly."""

    def _address(self) -> str:
        return str(self.client[0])

    def connectionLost(self, reason: Any) -> None:
        """Close the connection and tell the factory. Twisted may call this twice."""
        if hasattr(self, "socket"):
            self.server.factory.connection_lost(self.client[0])
        super().connectionLost(reason)


class UnixConnection(PromptWriting, unix.Server):
    """The same over a Unix socket."""

    def connectionLost(self, reason: Any) -> None:
        if hasattr(self, "socket"):
            self.server.factory.connection_lost("")
        super().connectionLost(reason)


class PatientAccepting:
    """A mixin for listening ports: a flood waits in the kernel."""

    numberAccepts: int

    def doRead(self) -> None:
        """Accept connections, but few while requests wait. The kernel keeps the others, and says
        so again.
        """
        if LOOP_SHARE.has_waiting:
            self.numberAccepts = min(self.numberAccepts, ACCEPTS_AT_ONCE)
        super().doRead()  # type: ignore[misc]


class TCPPort(PatientAccepting, tcp.Port):
    """A port that accepts patiently."""


class UnixPort(PatientAccepting, unix.Port):
    """The same at a path."""


def listen_tcp(factory: Any, *, host: str, port: int) -> Any:
    """Return a listening port. Raises `twisted.internet.error.CannotListenError`.

    `factory.connection_lost(host)` is called when a connection ends.
    """
    listener = TCPPort(port, factory, BACKLOG, host, reactor)
    listener.transport = TCPConnection
    listener.startListening()
    return listener


def listen_unix(factory: Any, *, path: str) -> Any:
    """Return a listening port at `path`. Replaces the socket file of a process that has ended.

    Raises `twisted.internet.error.CannotListenError`.
    """
    listener = UnixPort(os.fsencode(path), factory, BACKLOG, reactor=reactor, wantPID=1)
    listener.transport = UnixConnection
    listener.startListening()  # type: ignore[no-untyped-call]
    return listener
