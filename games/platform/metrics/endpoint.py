"""The HTTP endpoint of one process, with its own address and its own thread.

Each process has one, instead of files that all processes share (`PROMETHEUS_MULTIPROC_DIR`). So
operators see which process is slow, a killed process leaves nothing behind, and counting takes a
few instructions without a lock. The thread answers even while the event loop is blocked.
"""

import errno
from wsgiref.simple_server import WSGIServer

from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    PlatformCollector,
    ProcessCollector,
    start_http_server,
)

from games.platform.metrics.catalogue import instruments
from games.platform.metrics.collector import Instruments

MAX_PROCESSES = 64
"""How many processes of one machine may share a METRICS_PORT. Each takes the first free port from
there on.
"""
MAX_PORT = 65535


class NoFreePortError(Exception):
    """No port is free for the endpoint."""


class Endpoint:
    """An endpoint that is open."""

    def __init__(self, server: WSGIServer) -> None:
        self._server = server
        self.port: int = server.server_port

    def close(self) -> None:
        """Stop listening, and end the thread."""
        self._server.shutdown()
        self._server.server_close()


def registry() -> CollectorRegistry:
    """Return what the endpoint shows: our instruments, and the library's figures of a process."""
    collected = CollectorRegistry(auto_describe=False)
    collected.register(Instruments(instruments()))
    ProcessCollector(registry=collected)
    PlatformCollector(registry=collected)
    GCCollector(registry=collected)
    return collected


def open_endpoint(address: str, port: int) -> Endpoint:
    """Listen on the first free port from `port` on. Raises NoFreePortError, and OSError for an
    address that this machine does not have.
    """
    collected = registry()
    for candidate in range(port, min(port + MAX_PROCESSES, MAX_PORT + 1)):
        try:
            server, _ = start_http_server(candidate, address, collected)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return Endpoint(server)
    raise NoFreePortError(f"No port from {port} on is free for metrics.")
