"""Threads that compute for pages give way to the thread of the event loop.

All threads of a process share the interpreter. One that returns from the kernel must first get the
processor, then the interpreter: where both run on one core, the scheduler lets the thread that
computes go on for milliseconds, several times for each move.
"""

import os
import threading
from contextlib import suppress

NICENESS = 4
"""The thread gets two fifths of the processor's time that the loop's thread gets, if both compute.
Not less: it may hold the interpreter while another process has the core, and then the loop waits.
"""


def give_way() -> None:
    """Let the current thread have a lower priority. Only Linux gives threads their own."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
