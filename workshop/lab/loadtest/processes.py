"""The processes of a test: servers, single commands, and their use of CPU and memory."""

import base64
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.environment import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
READY_S = 90.0
STOP_S = 15.0

# Variables of the calling process that must not reach a test.
REMOVED_VARIABLES = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "HTTPS", "CHANNEL_LAYER", "DEBUG")


def environment(data_dir: Path, database: str | None, redis: str | None) -> dict[str, str]:
    """Return the environment of a test's processes: the site without a limit on frames."""
    env = {name: value for name, value in os.environ.items() if name not in REMOVED_VARIABLES}
    key = base64.b64encode(secrets.token_bytes(32)).decode()
    env |= {"DATA_DIR": str(data_dir), "SECRET_KEY": secrets.token_urlsafe(48), "DICE_KEYS": key}
    env["SOCKET_RATE"] = "0"
    if database:
        env["DATABASE_URL"] = database
    if redis:
        env["REDIS_URL"] = redis
    return env


def two_cores() -> tuple[int, int] | None:
    """Return a core for the servers and one for everything else; None if there is only one."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[0], cores[1]) if len(cores) > 1 else None


def pin(pid: int, core: int) -> None:
    """Restrict a process, its threads and its children to one core."""
    for process in [pid, *children_of(pid)]:
        for thread in os.listdir(f"/proc/{process}/task"):
            os.sched_setaffinity(int(thread), {core})


def children_of(pid: int) -> list[int]:
    """Return the running child processes of `pid`."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text().split()]


def cpu_s(pid: int) -> float:
    """Return the CPU seconds used by a process and its children, including ended children."""
    total = 0.0
    for process in [pid, *children_of(pid)]:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        # utime and stime; of the parent also cutime and cstime, which are of ended children.
        total += sum(map(int, fields[11 : 15 if process == pid else 13])) / TICKS
    return total


def rss_mb(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(arguments: Sequence[str], env: Mapping[str, str]) -> str:
    """Run `python ARGUMENTS`; return its standard output. Raises RuntimeError if it fails."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def server_command(kind: str, port: int) -> list[str]:
    """Return the arguments of python for a server ("daphne", "uvicorn", "sabotaged": daphne with
    the faults of workshop/lab/chaos/sabotage.py, or "sampled": with workshop/lab/crowd/sampling.py)
    or a "worker".
    """
    if kind == "worker":
        return ["manage.py", "worker"]
    if kind == "sabotaged":
        return ["-m", "workshop.lab.chaos.server", "--port", str(port)]
    if kind == "sampled":
        return ["-m", "workshop.lab.crowd.server", "--port", str(port)]
    if kind == "daphne":
        return ["manage.py", "serve", "--port", str(port)]
    options = f"--ws websockets-sansio --host 127.0.0.1 --port {port} --log-level warning"
    return ["-m", "uvicorn", "yachtsite.asgi:application", *options.split()]


class Server:
    """A server process. Its port stays the same when it is restarted."""

    def __init__(self, kind: str, env: Mapping[str, str], log: Path, core: int | None) -> None:
        self.kind = kind
        self.port = free_port()
        self.log = log
        self.env = env
        self._core = core
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for websockets, without a path."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    def command(self) -> list[str]:
        return server_command(self.kind, self.port)

    def start(self, wait: bool = True) -> None:
        """Start the process, and wait until it accepts connections. Raises RuntimeError."""
        with self.log.open("ab") as output:
            self._child = subprocess.Popen(
                [sys.executable, *self.command()],
                cwd=ROOT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if self._core is not None:
            os.sched_setaffinity(self._child.pid, {self._core})
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until it accepts connections. Raises RuntimeError if it ends or takes too long."""
        deadline = time.monotonic() + READY_S
        while not self._accepts():
            assert self._child is not None
            if self._child.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the server did not start:\n{self.tail()}")
            time.sleep(0.02)

    def _accepts(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def runs(self) -> bool:
        """Whether the process has not ended."""
        return self._child is not None and self._child.poll() is None

    def kill(self) -> None:
        """Send SIGKILL and wait for the end."""
        assert self._child is not None
        self._child.kill()
        self._child.wait()

    def stop(self) -> float:
        """Send SIGTERM and wait; kill it after STOP_S. Returns the seconds it took."""
        began = time.monotonic()
        if self._child is not None and self._child.poll() is None:
            self._child.send_signal(signal.SIGTERM)
            try:
                self._child.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.kill()
        return time.monotonic() - began

    def tail(self, lines: int = 30) -> str:
        """Return the last lines of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def tracebacks(self) -> int:
        """Return the number of tracebacks in its log."""
        return self.log.read_text(errors="replace").count("Traceback (most recent call last)")
