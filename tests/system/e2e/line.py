"""A connection between browser and site that a test can cut: a TCP relay on its own port.

(The browser's own "offline" switch leaves websockets that are open alone.)
"""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit


class Line:
    """Relays connections to the site at `url`; give `line.url` to the browser."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._site = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._whole = True
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._start(self._accept)

    def cut(self) -> None:
        self._whole = False
        for end in list(self._open):
            self._hang_up(end)

    def mend(self) -> None:
        self._whole = True

    def close(self) -> None:
        self.cut()
        self._hang_up(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                near, _ = self._listener.accept()
                if not self._whole:
                    near.close()
                    continue
                far = socket.create_connection(self._site)
                self._open |= {near, far}
                self._start(self._relay, near, far)
                self._start(self._relay, far, near)

    def _relay(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # either end was closed
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            self._open.discard(end)
            self._hang_up(end)

    @staticmethod
    def _hang_up(end: socket.socket) -> None:
        with suppress(OSError):  # it is closed already
            end.shutdown(socket.SHUT_RDWR)
        end.close()

    @staticmethod
    def _start(work: Callable[..., None], *arguments: socket.socket) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()
