"""Notices that the event loop does not turn any more, and ends the process, so that it is started
again: systemd, Docker and others restart what has ended, and nothing that hangs.

The loop beats each TICK_S. A thread counts its own ticks without a beat. It counts no time, because
a process that was stopped (SIGSTOP, a laptop that slept, a machine without a free core) has missed
both: a tick that comes late begins the count again.

A loop that hangs in code that never lets other threads run, such as a regular expression, holds up
that thread, too. So the kernel counts the processor time of the process: after CORES * `seconds` of
it without a beat it sends SIGPROF, whose handler in C prints the stacks, and which then ends the
process. A process that is stopped uses none.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable

from games.platform.clock import monotonic
from games.platform.server.systemd import ALIVE, READY, STOPPING, Manager

logger = logging.getLogger(__name__)

TICK_S = 0.5
LATE_S = 2 * TICK_S
"""A tick that comes this late says that the whole process was held up."""
SHORTEST_HANG_S = 4 * TICK_S
"""The shortest time that says something."""
LOG_S = 2.0
"""How long the last line in the log may take: what hangs may be the log."""
CORES = 4
"""How many threads may compute beside the loop without ending the process too early."""
EXIT_HUNG = 70
"""The exit code of a process that has ended itself (EX_SOFTWARE of sysexits.h)."""


class Heartbeat:
    """Watches the event loop of this process from start to stop.

    seconds: how long it may stand still; 0 for ever. end: ends the process with an exit code.
    """

    def __init__(
        self,
        seconds: float,
        manager: Manager | None = None,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        self._seconds = seconds
        self._manager = manager or Manager()
        self._end = end
        self._beats = 0
        self._stopped = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._loop_thread = 0

    def start(self) -> None:
        """Begin to watch the running loop, which is this thread's. The process is ready."""
        self._loop = asyncio.get_running_loop()
        self._loop_thread = threading.get_ident()
        # systemd ends what does not feed its watchdog with SIGABRT: that prints the stacks, too.
        faulthandler.enable()
        if self._seconds and threading.current_thread() is threading.main_thread():
            faulthandler.register(signal.SIGPROF, all_threads=True, chain=True)
        self._manager.tell(READY)
        self._beat()
        if self._seconds:
            threading.Thread(target=self._watch, name="heartbeat", daemon=True).start()

    def stop(self) -> None:
        """Stop watching: the process ends, within a time of its own."""
        if not self._stopped.is_set():
            self._stopped.set()
            self._count_processor_time(0)
            self._manager.tell(STOPPING)

    def _beat(self) -> None:
        """Turn with the loop."""
        if self._stopped.is_set() or self._loop is None:
            return
        self._beats += 1
        self._manager.tell(ALIVE)
        self._count_processor_time(CORES * self._seconds)
        self._loop.call_later(TICK_S, self._beat)

    def _count_processor_time(self, seconds: float) -> None:
        if self._seconds and threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_PROF, seconds)

    def _watch(self) -> None:
        """Count ticks without a beat."""
        beats, silent, before = self._beats, 0, monotonic()
        while not self._stopped.wait(TICK_S):
            now = monotonic()
            held_up = now - before > TICK_S + LATE_S
            before = now
            if held_up or self._beats != beats:
                beats, silent = self._beats, 0
                continue
            silent += 1
            if silent * TICK_S >= self._seconds:
                self._report_and_end()
                return

    def _report_and_end(self) -> None:
        stacks = stacks_of_threads(self._loop_thread)
        text = "The event loop has not turned for %g s: this process ends.\n%s"
        line = (text, self._seconds, stacks)
        logging_it = threading.Thread(target=logger.critical, args=line, daemon=True)
        logging_it.start()
        logging_it.join(LOG_S)
        self._end(EXIT_HUNG)


def stacks_of_threads(first: int) -> str:
    """Return what each thread does now, that of the thread with the id `first` at the top."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    frames = sorted(sys._current_frames().items(), key=lambda item: item[0] != first)
    return "\n".join(
        f"Thread {names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in frames
    )
