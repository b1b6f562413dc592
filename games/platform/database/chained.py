"""Inserts a row, and writes the rows that need its id, in one statement on PostgreSQL.

In a statement, `{id}` stands for the new id, before all its parameters. SQLite runs the same
statements one after the other.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import lru_cache
from itertools import chain
from typing import Any

from django.db import connection
from psycopg import Cursor as ServerSideCursor

from games.platform.database.bulk import BulkStatement, RowStatement, SqlRow
from games.platform.database.overrides.django_commit import commit_inside_atomic

ID = "{id}"
Parts = Sequence[tuple[RowStatement | BulkStatement, Sequence[SqlRow]]]
"""Statements with their rows. A `RowStatement` has one row."""


def insert_first(insert: RowStatement, row: SqlRow, parts: Parts, commit: bool = False) -> int:
    """Insert a row, and run `parts`, in the open transaction. Return the new row's id.

    No two of them may write to the same row: PostgreSQL runs them at once. `commit`: whether it
    may commit in the same round trip. Raises Django's database errors.
    """
    if connection.vendor != "postgresql":
        return _insert_in_steps(insert, row, parts)
    raw = connection.connection
    sql = _as_one((insert.sql, *[_text(*part) for part in parts]))
    values = list(chain(row, *[_values(*part) for part in parts]))
    with connection.wrap_database_errors, ServerSideCursor(raw) as cursor:
        with raw.pipeline() if commit else nullcontext():
            cursor.execute(sql, values, prepare=True)
            if commit:
                commit_inside_atomic(raw)
        return _id_in(cursor.fetchone())


def _insert_in_steps(insert: RowStatement, row: SqlRow, parts: Parts) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'{insert.sql} RETURNING "id"', row)
        id_ = _id_in(cursor.fetchone())
        for part in parts:
            sql, values = _text(*part), _values(*part)
            if ID in sql:
                sql, values = sql.replace(ID, "%s"), [id_, *values]
            cursor.execute(sql, values)
    return id_


def _id_in(row: Sequence[Any] | None) -> int:
    assert row is not None
    id_: int = row[0]
    return id_


def _text(statement: RowStatement | BulkStatement, rows: Sequence[SqlRow]) -> str:
    if isinstance(statement, RowStatement):
        return statement.sql
    forms = statement.forms(rows)
    return forms.postgresql if connection.vendor == "postgresql" else forms.sqlite


def _values(statement: RowStatement | BulkStatement, rows: Sequence[SqlRow]) -> Sequence[Any]:
    return rows[0] if isinstance(statement, RowStatement) else statement.values(rows)


@lru_cache
def _as_one(texts: tuple[str, ...]) -> str:
    """Return one statement for PostgreSQL. The first text inserts the row."""
    insert, *others = texts
    id_ = '(SELECT "id" FROM first)'
    parts = "".join(
        [f", part{number} AS ({text.replace(ID, id_)})" for number, text in enumerate(others)]
    )
    return f'WITH first AS ({insert} RETURNING "id"){parts} SELECT "id" FROM first'  # noqa: S608 - only constants
