"""Starts the processes of a cluster, asks whether they answer, and stops them in order."""

import logging
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from games.assembly.cluster.child import Child
from games.assembly.cluster.nginx import Front, find_nginx, write_configuration
from games.platform.clock import monotonic

ANSWER_S = 2.0
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

logger = logging.getLogger(__name__)

WATCH_EVERY_S = 0.1
READY_S = 60.0
"""How long a process may take to start."""
HEALTH_EVERY_S = 5.0
MAX_SILENCES = 3
"""A server that does not answer this many times in a row is hanging, and is killed."""


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


class ClusterError(Exception):
    """The cluster cannot start. The message says why."""


@dataclass(frozen=True)
class Plan:
    """What to run. `manage`: the path of manage.py. `environment`: the one of all processes."""

    manage: Path
    environment: Mapping[str, str]
    static: Path
    front: Front
    servers: int = 2
    workers: int = 1


class Cluster:
    """N servers on Unix sockets, workers, and nginx, which hashes rooms over the servers.

    SIGTERM and SIGINT stop all. SIGHUP has nginx read its certificate again.
    """

    def __init__(self, plan: Plan, directory: Path) -> None:
        """Prepare it. `directory` is empty and private. Raises ClusterError without nginx."""
        nginx = find_nginx()
        if nginx is None:
            raise ClusterError("nginx is missing. Install it (apt-get install nginx-light).")
        self._plan = plan
        self.sockets = [directory / f"web-{number}.sock" for number in range(plan.servers)]
        self.servers = [self._server(number) for number in range(plan.servers)]
        self.workers = [self._worker(number) for number in range(plan.workers)]
        addresses = [f"unix:{path}" for path in self.sockets]
        configuration = write_configuration(directory, plan.front, addresses, plan.static)
        self.nginx = Child(
            "nginx",
            [nginx, "-p", str(directory), "-c", str(configuration), "-e", "stderr"],
            plan.environment,
            partial(listens, plan.front.host, plan.front.port),
        )
        self._stopping = self._reloading = False
        self._silences = [0] * plan.servers
        self._asked_at = 0.0

    def _server(self, number: int) -> Child:
        path = self.sockets[number]
        return Child(
            f"web-{number}",
            self._python("serve", "--no-worker", f"--unix-socket={path}"),
            self._plan.environment,
            partial(accepts, path),
        )

    def _worker(self, number: int) -> Child:
        return Child(
            f"worker-{number}", self._python("worker"), self._plan.environment, lambda: True
        )

    def _python(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self._plan.manage), *arguments]

    @property
    def children(self) -> list[Child]:
        """All processes, in the order in which they stop."""
        return [*self.servers, *self.workers, self.nginx]

    def run(self, announce: Callable[[], None]) -> None:
        """Run until a signal. `announce` is called when all is ready. Raises ClusterError."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        try:
            self._start_together([*self.servers, *self.workers])
            self._start_together([self.nginx])
            announce()
            while not self._stopping:
                self._watch()
                time.sleep(WATCH_EVERY_S)
        finally:
            self._stop()

    def _on_signal(self, number: int, frame: object) -> None:
        if number == signal.SIGHUP:
            self._reloading = True
        else:
            self._stopping = True

    def _start_together(self, children: list[Child]) -> None:
        for child in children:
            child.start()
        for child in children:
            self._wait_until_ready(child)

    def _wait_until_ready(self, child: Child) -> None:
        """Raises ClusterError if the process ends or takes too long."""
        deadline = monotonic() + READY_S
        while not self._stopping and not (child.pid is not None and child.ready()):
            if child.pid is None:
                raise ClusterError(f"{child.name} did not start; the reason is above.")
            if monotonic() > deadline:
                raise ClusterError(f"{child.name} is not ready after {READY_S:g} s.")
            time.sleep(WATCH_EVERY_S)

    def _watch(self) -> None:
        if self._reloading:
            self._reloading = False
            self.nginx.reload()
        if monotonic() - self._asked_at >= HEALTH_EVERY_S:
            self._kill_silent_servers()
            self._asked_at = monotonic()
        for child in self.children:
            child.restart_if_ended()

    def _kill_silent_servers(self) -> None:
        """Kill servers that run but no longer answer. They are then started again."""
        for number, (child, path) in enumerate(zip(self.servers, self.sockets, strict=True)):
            silent = child.pid is not None and not answers(path)
            self._silences[number] = self._silences[number] + 1 if silent else 0
            if self._silences[number] >= MAX_SILENCES:
                logger.error("%s does not answer and is killed", child.name)
                child.kill()

    def _stop(self) -> None:
        """Stop servers and workers together, and nginx last, so that browsers still hear of it."""
        for child in (*self.servers, *self.workers):
            child.terminate()
        for child in (*self.servers, *self.workers):
            child.wait()
        self.nginx.terminate()
        self.nginx.wait()


def run_cluster(plan: Plan, announce: Callable[[], None]) -> None:
    """Run a cluster in a private directory until a signal. Raises ClusterError."""
    with tempfile.TemporaryDirectory(prefix="yacht-cluster-") as directory:
        Cluster(plan, Path(directory)).run(announce)
