"""Asks a server over its Unix socket whether it still answers."""

import socket
from pathlib import Path

ANSWER_S = 2.0
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def accepts(path: Path) -> bool:
    """Return whether something accepts connections on a Unix socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


def answers(path: Path) -> bool:
    """Return whether a server answers a request in time, whatever it says."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(ANSWER_S)
        try:
            probe.connect(str(path))
            probe.sendall(REQUEST)
            return probe.recv(8).startswith(b"HTTP/")
        except OSError:
            return False


def listens(host: str, port: int) -> bool:
    """Return whether something accepts connections on a TCP port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        return probe.connect_ex((host, port)) == 0
