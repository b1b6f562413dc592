"""Time what a page asks the database, and collect the plans of its queries."""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple, Protocol

from django.db import connection
from django.test.utils import CaptureQueriesContext


class Question(NamedTuple):
    """What a page asks the database. `ask` asks it once."""

    name: str
    ask: Callable[[], Any]


class Paged(Protocol):
    """A page of a list with a cursor."""

    @property
    def after(self) -> str | None:
        """The cursor of the next page, None on the last."""


class Timing(NamedTuple):
    """The number of queries of a question, and its times in ms, including reading the rows.

    longest: the time of its slowest query.
    """

    queries: int
    median: float
    slowest: float
    longest: float

    def __str__(self) -> str:
        return f"{self.queries} | {self.median:.1f} | {self.slowest:.1f} | {self.longest:.0f}"


class Measurement:
    """Asks questions repeatedly, and keeps their queries."""

    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._queries: dict[str, str] = {}

    def ask(self, page: str, question: Question) -> Timing:
        """Ask a question of a page `repeat` times, and return its timing."""
        times = [elapsed(question.ask) for _ in range(self._repeat)]
        longest = []
        for _ in range(min(5, self._repeat)):
            with CaptureQueriesContext(connection) as captured:
                question.ask()
            queries = captured.captured_queries
            longest.append(max((1000 * float(query["time"]) for query in queries), default=0.0))
        for number, query in enumerate(queries, start=1):
            self._queries[f"{page}: {question.name}, query {number}"] = query["sql"]
        return Timing(len(queries), median(times), max(times), median(longest))

    def print_plans(self) -> None:
        """Print the plan of each query."""
        for title, sql in self._queries.items():
            print(f"\n{title}\n{plan_of(sql)}")


def first_and_deep(read: Callable[[str | None], Paged], deep: int) -> Iterator[Question]:
    """Yield the first page of a list, and page number `deep` (or the last) by following cursors.

    read: returns the page after a cursor; None is the first page.
    """
    yield Question("first page", lambda: read(None))
    after, pages = read(None).after, 1
    while after is not None and pages < deep:
        cursor, pages = after, pages + 1
        after = read(cursor).after
    if pages > 1:
        yield Question(f"page {pages}", lambda: read(cursor))


def elapsed(ask: Callable[[], Any]) -> float:
    """Return the milliseconds that a question takes, including reading the rows."""
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


def plan_of(sql: str) -> str:
    """Return the query plan as text."""
    explain = "EXPLAIN (ANALYZE, BUFFERS)" if connection.vendor == "postgresql" else "EXPLAIN"
    with connection.cursor() as cursor:
        cursor.execute(f"{explain} {sql}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())
