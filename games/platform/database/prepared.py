"""Prepared queries: compiled once instead of at every use, and sent together.

Django takes several times longer to compile a query, and to work out how rows become models, than
PostgreSQL takes to answer it. That would be most of the cost of a rematch. The private Django names
that this needs are in `games.platform.database.overrides.django_rows`.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from typing import Any, Generic, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL
from psycopg import Cursor as ServerSideCursor

from games.platform.database.bulk import bulk
from games.platform.database.overrides.django_rows import Row, compile_query

M = TypeVar("M", bound=Model)
Query: TypeAlias = tuple[str, Sequence[Any]]
"""SQL and the values of its parameters."""
Answer: TypeAlias = Sequence[Row]
"""The rows of a query."""

_ids = bulk('SELECT new."id" FROM {new}', {"id": "bigint"})


def ids_in(text: str) -> RawSQL:
    """Return an expression for the ids that `text_of` has put into a text. With it, a prepared
    query takes any number of ids as one parameter.
    """
    return RawSQL(_ids.sql, [text])  # noqa: S611 - a constant


def text_of(ids: Iterable[int]) -> str:
    return _ids.parameter([(id_,) for id_ in ids])


class Prepared(Generic[M]):
    """A query of one model. Its only parameters are the `samples` that it is built with.

    Call it with values for these parameters to get the rows.
    """

    def __init__(self, build: Callable[..., "QuerySet[M]"], *samples: Any) -> None:
        self._build = build
        self._samples = samples
        # Each thread has its own connection, so each thread compiles the query.
        self._local = threading.local()

    def __call__(self, *values: Any) -> list[M]:
        """Return the rows, in order. Raises what the database raises."""
        return self.models(fetch([(self.sql, values)])[0])

    def first(self, *values: Any) -> M | None:
        rows = self(*values)
        return rows[0] if rows else None

    @property
    def sql(self) -> str:
        """The SQL, with a `%s` for each value."""
        self._compile()
        sql: str = self._local.sql
        return sql

    def models(self, rows: Sequence[Row]) -> list[M]:
        self._compile()
        return [self._local.to_model(row) for row in rows]

    def _compile(self) -> None:
        if hasattr(self._local, "sql"):
            return
        compiled = compile_query(self._build(*self._samples))
        if compiled.params != self._samples:
            raise ValueError(f"the samples are not the query's only parameters: {compiled.params}")
        self._local.to_model = compiled.to_model
        self._local.sql = compiled.sql


def fetch(queries: Sequence[Query]) -> list[list[Row]]:
    """Return the rows of each query, run in order.

    PostgreSQL answers all in one round trip. A query runs after the earlier ones have ended,
    including their waits for locks. Raises Django's database errors.
    """
    if connection.vendor == "postgresql":
        return _fetch_together(queries)
    found = []
    with connection.cursor() as cursor:
        for sql, values in queries:
            cursor.execute(sql, values)
            found.append(cursor.fetchall())
    return found


def _fetch_together(queries: Sequence[Query]) -> list[list[Row]]:
    connection.ensure_connection()
    raw = connection.connection
    # Django's cursors cannot share a pipeline.
    with connection.wrap_database_errors:
        cursors = [ServerSideCursor(raw) for _ in queries]
        # For one query a pipeline costs more than it saves.
        with raw.pipeline() if len(queries) > 1 else nullcontext():
            for cursor, (sql, values) in zip(cursors, queries, strict=True):
                cursor.execute(sql, values, prepare=True)
        return [cursor.fetchall() for cursor in cursors]
