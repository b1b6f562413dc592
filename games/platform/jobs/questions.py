"""Whether rows wait for jobs, asked with one statement for all of them.

To build and compile all their queries each second would be most of what an idle site costs. From
one second to the next they differ only in times. So a query that was compiled is asked again, with
newer times.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from games.platform.clock import monotonic
from games.platform.database.bulk import stored
from games.platform.jobs.job import Job

KEPT_S = 60.0
"""How long a compiled query is used, at most to the end of the day (UTC). It may also depend on
what the process knows.
"""
STEP = timedelta(milliseconds=1)


class Later(NamedTuple):
    """A time that is this much later than now."""

    offset: timedelta


class Question(NamedTuple):
    """An expression that is true if rows wait. `values`: of its parameters; some are `Later`."""

    sql: str
    values: tuple[Any, ...]

    def values_at(self, now: datetime) -> list[Any]:
        return [
            stored(now + value.offset) if isinstance(value, Later) else value
            for value in self.values
        ]


def compiled(queries: Sequence[QuerySet[Any]]) -> Question:
    """Return the question whether any of these queries has a row."""
    found, values = ["false"], list[Any]()
    for query in queries:
        sql, params = query.order_by().values("pk")[:1].query.sql_with_params()
        found.append(f"EXISTS ({sql})")
        values += params
    return Question(" OR ".join(found), tuple(values))


def lasting(job: Job, now: datetime) -> Question | None:
    """Return the question of a job for any time soon; None if that depends on more than times."""
    first, second = compiled(job.queries(now)), compiled(job.queries(now + STEP))
    if first.sql != second.sql:
        return None
    values = []
    for one, other in zip(first.values, second.values, strict=True):
        if one == other:
            values.append(one)
            continue
        begin, end = _moment(one), _moment(other)
        if begin is None or end is None or end - begin != STEP:
            return None
        values.append(Later(begin - now))
    return Question(first.sql, tuple(values))


def _moment(value: object) -> datetime | None:
    """Return the time that a value is for the database: SQLite gets text, in UTC."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)


class Questions:
    """Asks for jobs whether rows wait for them."""

    def __init__(self) -> None:
        # The question of each job, and for which day and until when (monotonic seconds) it is kept.
        self._kept: dict[str, tuple[date, float, Question | None]] = {}

    def ask(self, jobs: Mapping[str, Job], now: datetime) -> set[str]:
        """Return the names of the jobs for which rows wait. Runs one statement.

        Raises Django's database errors.
        """
        asked = [self._question(job, now) for job in jobs.values()]
        columns = ", ".join(["1", *(each.sql for each in asked)])
        values = [value for each in asked for value in each.values_at(now)]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {columns}", values)
            _, *answers = cursor.fetchone()
        return {name for name, answer in zip(jobs, answers, strict=True) if answer}

    def _question(self, job: Job, now: datetime) -> Question:
        day, until, question = self._kept.get(job.name, (None, 0.0, None))
        if day != now.date() or monotonic() >= until:
            question = lasting(job, now)
            self._kept[job.name] = (now.date(), monotonic() + KEPT_S, question)
        return compiled(job.queries(now)) if question is None else question
