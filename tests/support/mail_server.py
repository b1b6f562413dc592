"""A mail server that keeps what it receives, and can be slow to say so."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MailServer(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP (RFC 5321) as Django's backend needs.

    It answers the end of a mail only while `answers` is set.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.mails: list[str] = []
        self.answers = threading.Event()
        self.answers.set()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class Session(socketserver.StreamRequestHandler):
    """One connection."""

    server: MailServer

    def handle(self) -> None:
        self._say("220 test")
        for line in self.rfile:
            command = line.split()[0].upper()
            if command == b"DATA":
                self._say("354 go on")
                self.server.mails.append(self._read_mail())
                self.server.answers.wait()
            self._say("250 ok")

    def _read_mail(self) -> str:
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line.decode())
        return "".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    """Run a mail server until the `with` block ends."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.answers.set()
            server.shutdown()
            thread.join()
