"""Analysing beside more urgent work."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.analysis import sweeping


def test_it_steps_back_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the thread that analyses is slowed down, not the clocks of the same process."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with ThreadPoolExecutor(max_workers=1) as threads:
        monkeypatch.setattr(sweeping, "THREADS", threads)
        sweeping.give_way()
        analyst = threads.submit(threading.get_native_id).result()
        assert os.getpriority(os.PRIO_PROCESS, analyst) == max(before, sweeping.POLITENESS)
        assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before
