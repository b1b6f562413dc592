"""What /readyz of a server says while something is broken."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException

from workshop.lab.loadtest.processes import Server

TIMEOUT_S = 6.0
READY_S = 10.0


class Health:
    """What /readyz of a server says."""

    def __init__(self, server: Server) -> None:
        self.statuses: Counter[str] = Counter()
        self._port = server.port

    def ask(self) -> str:
        """Return the status, or the name of the error, such as a timeout."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT_S)
        try:
            connection.request("GET", "/readyz")
            return str(connection.getresponse().status)
        except (OSError, HTTPException) as error:
            return type(error).__name__
        finally:
            connection.close()

    def ready(self) -> bool:
        """Whether the server is ready, now or soon."""
        deadline = time.monotonic() + READY_S
        while self.ask() != "200":
            if time.monotonic() > deadline:
                return False
            time.sleep(0.5)
        return True

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Ask every second until the end of the block, and count the answers."""
        stop = threading.Event()

        def watch() -> None:
            while not stop.wait(1.0):
                self.statuses[self.ask()] += 1

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()
