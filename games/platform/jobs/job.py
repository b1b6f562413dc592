"""A job of the worker: what it does, how to see that there is something to do,
and how much waits for the workers.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.platform import metrics
from games.platform.clock import utc_now

TICK_S = 1.0
"""How often the worker looks for work that is due."""
MAX_COUNTED = 1000


class Waiting(NamedTuple):
    """The rows that wait for a job, and the column with the time since when. If the column has a
    day instead, `begins` returns the time for it.
    """

    rows: QuerySet[Any]
    since: str
    begins: Callable[[date], datetime] | None = None


def first_of(rows: QuerySet[Any], *order: str) -> QuerySet[Any]:
    """Return the first of these rows in the order of an index that has just them.

    PostgreSQL expects to find a row soon where several columns tell which rows wait, and would
    read the whole table if there is none. The order makes it read the index.
    """
    first = rows.order_by(*order).values("pk")[:1]
    found: QuerySet[Any] = rows.model._default_manager.filter(pk__in=first)
    return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Job:
    """A job. It runs soon after rows begin to wait for it, and every `every` seconds anyway.

    Any number of workers may run the same job at the same time, and any of them may be killed. So a
    job must claim and delete its rows with statements that check their state. Jobs of one lane run
    one after the other.
    """

    name: str
    run: Callable[[], Awaitable[int | None]]
    """Returns the number of rows for which it did its work; None if it does not count them."""
    every: float = 60.0
    waiting: Callable[[datetime], Iterable[Waiting]] | None = None
    """What waits for the job at a time. Operators see how much it is, and since when."""
    due: Callable[[datetime], Iterable[QuerySet[Any]]] | None = None
    """What else needs the job at a time. Each query must read only a range of an index."""
    lane: str = "sweeping"
    repeat: bool = False
    """Whether it runs again at once when it has done something."""
    look: float = TICK_S
    """How often the worker looks whether rows wait, in seconds."""

    def queries(self, now: datetime) -> list[QuerySet[Any]]:
        """Return the queries that decide: the job is due if any of them has a row."""
        waiting = () if self.waiting is None else self.waiting(now)
        return [*(each.rows for each in waiting), *(() if self.due is None else self.due(now))]


def measure_backlog(jobs: Iterable[Job]) -> None:
    """Set the gauges of the jobs for which rows can wait. Raises Django's database errors."""
    now = utc_now()
    for job in jobs:
        if job.waiting is not None:
            since = [time for waiting in job.waiting(now) for time in _times(waiting)]
            metrics.BACKLOG.set(len(since), job.name)
            metrics.LAG.set(max((now - min(since, default=now)).total_seconds(), 0.0), job.name)


def _times(waiting: Waiting) -> list[datetime]:
    """Return the time since which each row has waited, the oldest first."""
    rows, since, begins = waiting
    times = rows.order_by(since).values_list(since, flat=True)[:MAX_COUNTED]
    return [begins(time) if begins else time for time in times]
