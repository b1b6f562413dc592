"""A push service on this machine, which keeps what it is sent, and answers as it is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Received(NamedTuple):
    """A request: path, headers in lower case, body."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService(ThreadingHTTPServer):
    """Speaks as much of RFC 8030 as a sender needs. status, headers: of its answers."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.received: list[Received] = []
        self.status = 201
        self.headers: dict[str, str] = {}

    @property
    def host(self) -> str:
        """Host and port, fit for PUSH_HOSTS."""
        return f"127.0.0.1:{self.server_address[1]}"

    def endpoint(self, name: str) -> str:
        return f"http://{self.host}/send/{name}"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: PushService

    def do_POST(self) -> None:
        """Keep the message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(self.path, headers, body))
        self.send_response(self.server.status)
        for name, value in {**self.server.headers, "Content-Length": "0"}.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def running_push_service(port: int = 0) -> Iterator[PushService]:
    """Run a push service until the `with` block ends."""
    with PushService(port) as service:
        thread = threading.Thread(target=service.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield service
        finally:
            service.shutdown()
            thread.join()
