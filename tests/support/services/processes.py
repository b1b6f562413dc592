"""Child processes that never outlive the tests."""

import ctypes
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.environment import ROOT

# Loaded before any fork: a child must not import anything between fork and exec.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def free_port() -> int:
    """Return a TCP port of 127.0.0.1 that is free, and that this function returns to nobody else.

    A server takes seconds until it listens. The port is none of those that the kernel gives to
    sockets which ask for any port, nor one of another process of pytest-xdist.
    """
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("the ports never end")


def _ports() -> Iterator[int]:
    """Yield the ports of this process again and again, from any of them on."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    first = FIRST_PORT + worker % WORKERS * PORTS_EACH
    own = range(first, first + PORTS_EACH)
    start = random.SystemRandom().choice(own)
    return itertools.cycle([*range(start, own.stop), *range(own.start, start)])


# Linux gives those from 32768 on to sockets that ask for any port, other systems from 16000 on.
FIRST_PORT = 10_000
PORTS_EACH = 700
WORKERS = 8
_PORTS = _ports()


def run_python(arguments: Sequence[str], env: Mapping[str, str], root: Path = ROOT) -> str:
    """Run Python with these arguments in the root of the project; return what it printed.

    Raises AssertionError, with all its output, if it fails.
    """
    answer = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=env, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def start_child(
    command: Sequence[str | Path],
    *,
    log: Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: int | None = None,
    group: int | None = None,
    on_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a command in a new session; append its output to `log`.

    In a new session it does not get Ctrl-C from the terminal: pytest gets it, and stops its servers
    in order. On Linux the kernel sends `on_parent_death` when the *thread* that called this ends,
    so that nothing survives a killed pytest. Call it from a thread that lives long enough.
    """

    def tie_to_parent() -> None:
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, int(on_parent_death))

    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=env,
            user=user,
            group=group,
            extra_groups=None if user is None else [],
            start_new_session=True,
            preexec_fn=tie_to_parent,  # noqa: PLW1509 - one call of a loaded C function
        )


def stop_child(
    child: subprocess.Popen[bytes], stop: signal.Signals = signal.SIGTERM, seconds: float = 30
) -> None:
    """Send `stop` to a child, wait, and kill it if it takes longer than `seconds`."""
    if child.poll() is None:
        child.send_signal(stop)
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def wait_until(
    ready: Callable[[], bool], child: subprocess.Popen[bytes], log: Path, seconds: float = 300
) -> bool:
    """Wait until `ready()`; return False if the child ends first.

    Raises TimeoutError, with the end of the log, after `seconds`. A start that prepares everything
    takes a minute on a slow machine.
    """
    deadline = time.monotonic() + seconds
    while not ready():
        if child.poll() is not None:
            return False
        if time.monotonic() > deadline:
            raise TimeoutError(f"{child.args!r} is not ready after {seconds} s:\n{tail(log)}")
        time.sleep(0.01)
    return True


def listens(port: int) -> bool:
    """Return whether something accepts connections on a port of 127.0.0.1."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def tail(log: Path, lines: int = 20) -> str:
    """Return the last lines of a log file."""
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
