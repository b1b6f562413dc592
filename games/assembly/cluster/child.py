"""One process of a cluster, started again whenever it ends."""

import ctypes
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence

from games.platform.clock import monotonic

logger = logging.getLogger(__name__)

RAN_WELL_S = 30.0
"""A process that ended after this time is started again at once."""
FIRST_PAUSE_S = 0.5
MAX_PAUSE_S = 30.0
"""The longest pause before a process that ends sooner is started again. It doubles each time."""
STOP_S = 12.0
"""How long a process may take to end: a server drains for up to 9.5 s."""

# Loaded before any fork: a child must not import anything between fork and exec.
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """Have the kernel end this process when its parent is killed."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM))


class Child:
    """A process and its children, in their own session, so that Ctrl-C does not reach them.

    `ready` tells whether it does its work. `name` is for the log.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        ready: Callable[[], bool],
    ) -> None:
        self.name = name
        self.ready = ready
        self._command = command
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._pause_s = 0.0
        self._start_at = 0.0

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it does not run."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        """Start it. Raises OSError."""
        self._process = subprocess.Popen(  # noqa: S603 - a command of ours
            self._command,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - one call of a loaded C function
        )
        self._started_at = monotonic()

    def restart_if_ended(self) -> None:
        """Start it again if it has ended: at once, or after a pause if it ends again and again."""
        if self.pid is not None or self._process is None:
            return
        now = monotonic()
        if self._started_at:
            self._note_end(now)
        if now >= self._start_at:
            self.start()

    def _note_end(self, now: float) -> None:
        """Decide when to start it again, and end the children that it has left behind."""
        assert self._process is not None
        self._kill_group(self._process.pid)
        if now - self._started_at >= RAN_WELL_S:
            self._pause_s = 0.0
        self._start_at = now + self._pause_s
        code = self._process.returncode
        logger.warning("%s ended (%s); it starts in %g s", self.name, code, self._pause_s)
        self._pause_s = min(MAX_PAUSE_S, max(FIRST_PAUSE_S, 2 * self._pause_s))
        self._started_at = 0.0

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None and self.pid is not None:
            self._process.terminate()

    def reload(self) -> None:
        """Ask it to read its configuration again."""
        if self._process is not None and self.pid is not None:
            self._process.send_signal(signal.SIGHUP)

    def wait(self) -> None:
        """Wait for the end after `terminate()`, and kill it if that takes longer than STOP_S."""
        if self._process is None:
            return
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            logger.warning("%s did not stop within %g s and is killed", self.name, STOP_S)
        self.kill()

    def kill(self) -> None:
        """Kill it and its own children."""
        if self._process is not None:
            self._kill_group(self._process.pid)
            self._process.wait()

    @staticmethod
    def _kill_group(leader: int) -> None:
        try:
            os.killpg(leader, signal.SIGKILL)
        except ProcessLookupError:
            return  # nobody is left
