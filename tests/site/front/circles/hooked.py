"""Circles whose news are posted to a receiver on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from games.models import Circle, CircleHook, CircleMember, User
from games.people.circles import membership
from games.site.front.circles import hooks


class Received(NamedTuple):
    """A message: its headers in lower case, and its body."""

    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver(ThreadingHTTPServer):
    """Keeps what it is sent. status, headers, answer: what it answers. `silent`: never."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.received: list[Received] = []
        self.status = 204
        self.headers: dict[str, str] = {}
        self.answer = b""
        self.silent = threading.Event()
        self.woken = threading.Event()

    @property
    def host(self) -> str:
        """Host and port, fit for HOOK_HOSTS."""
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def address(self) -> str:
        return f"http://{self.host}/hook/1"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Receiver

    def do_POST(self) -> None:
        """Keep the message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.received.append(Received(headers, body))
        if self.server.silent.is_set():
            self.server.woken.wait(10)
            return
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.server.answer)))
        self.end_headers()
        self.wfile.write(self.server.answer)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def running_receiver() -> Iterator[Receiver]:
    """Run a receiver until the `with` block ends."""
    with Receiver() as receiver:
        thread = threading.Thread(target=receiver.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.woken.set()
            receiver.shutdown()
            thread.join()


def circle_of(owner: User, *others: User, zone: str = "Europe/Berlin") -> Circle:
    circle = membership.open_circle(owner, "Tuesdays", "anchor", zone, "en")
    for each in others:
        membership.join(circle, each)
    return circle


def place(circle: Circle, player: User) -> CircleMember:
    return CircleMember.objects.get(circle=circle, player=player)


def hooked(circle: Circle, owner: User, address: str, form: str = "json") -> CircleHook:
    return hooks.set_hook(circle, place(circle, owner), address, form)
