"""A cluster that script/cluster has started, and its processes."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from tests.environment import ROOT
from tests.support.servers import Server, Site
from tests.support.services import free_port
from tests.support.services.nginx_server import nginx_program
from tests.support.services.processes import start_child, stop_child, tail, wait_until

STOP_S = 30


class RunningCluster(Server):
    """A cluster; to players it is one server."""

    def processes(self) -> dict[str, psutil.Process]:
        """Return its servers ("web-0"), "worker" and "nginx" by name."""
        found = {}
        for each in psutil.Process(self.child.pid).children():
            try:
                line = " ".join(each.cmdline())
            except psutil.ZombieProcess:
                continue  # it has just ended
            name = re.search(r"(web-\d+)\.sock|manage\.py (worker)|(nginx)", line)
            if name is not None:
                found[next(filter(None, name.groups()))] = each
        return found

    def kill(self, name: str) -> None:
        """Kill one of its processes with SIGKILL."""
        os.kill(self.processes()[name].pid, signal.SIGKILL)


@contextmanager
def running_cluster(site: Site, *options: str) -> Iterator[RunningCluster]:
    """Run script/cluster until the end of the block. Raises Missing without nginx."""
    nginx_program()
    port, log = free_port(), site.directory / "cluster.log"
    command: list[str | Path] = [ROOT / "script" / "cluster", f"--port={port}", *options]
    child = start_child(command, log=log, cwd=ROOT, env=site.environment)
    cluster = RunningCluster(port, child, log)
    ready = f"Yacht is ready on http://127.0.0.1:{port}"
    try:
        assert wait_until(lambda: ready in log.read_text(), child, log, 120), tail(log)
        yield cluster
    finally:
        stop_child(child, seconds=STOP_S)
    assert "Traceback" not in log.read_text(), log.read_text()
