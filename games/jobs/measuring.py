"""Measure the sweeps of the worker."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from games import metrics
from games.clock import monotonic, utc_now

T = TypeVar("T")


async def measured(name: str, sweep: Callable[[], Awaitable[T]]) -> T:
    """Run a sweep. Return what it returns (a number of rows, or None), raise what it raises."""
    began = monotonic()
    try:
        done = await sweep()
    except Exception:
        metrics.SWEEP_FAILURES.add(of=name)
        raise
    metrics.SWEEPS.observe(monotonic() - began, name)
    if isinstance(done, int):
        metrics.SWEPT.add(done, name)
    return done


def note_round(loop: str) -> None:
    """Note that all sweeps of a loop have run."""
    metrics.SWEPT_AT.set(utc_now().timestamp(), loop)
