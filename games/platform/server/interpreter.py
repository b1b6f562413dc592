"""Settings of the whole server process. Each such setting is made in one place:

garbage collection, switch interval    here, when `manage.py serve` is ready
the event loop (uvloop)                server/overrides/twisted_reactor.py, when imported
hard exit after SIGTERM                server/server.py, a timer
numba's cache directory                core/solver/compiled.py, when imported
the priority of the analysis thread    study/analysis/jobs.py
"""

import gc
import sys

SWITCH_INTERVAL_S = 0.0005
"""The default is 5 ms. A thread that returns from the database waits this long for a busy event
loop to release the interpreter, several times per commit: with the default, this is most of a
move's latency.
"""
GC_THRESHOLDS = (50_000, 5, 5)
"""The default is (700, 10, 10). Frames and events create few reference cycles, so collect rarely.
"""


def tune_interpreter() -> None:
    """Set garbage collection and thread switching for a long-running server."""
    # Modules, classes and compiled templates live until the exit: never scan them again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
