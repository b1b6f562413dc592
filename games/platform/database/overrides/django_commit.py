"""Commit inside of `transaction.atomic()`, in the same round trip as the last statement.

Django forbids a commit inside of `atomic()` on its own connection, so this uses psycopg's. At the
end of the block, Django commits again: `BaseDatabaseWrapper._commit` calls psycopg's `commit()`,
which does nothing when no transaction is open. If the early commit fails, the exception leaves the
block, and Django rolls back nothing.

Each wait for an answer releases the interpreter, and a busy event loop keeps it for a while: one
round trip less is most of what a commit costs.
"""

from typing import Any


def commit_inside_atomic(raw: Any) -> None:
    """Commit on `raw`, the psycopg connection; in a pipeline, without waiting for the answer.

    Nothing may be written in the block after this. Raises psycopg's errors.
    """
    raw.commit()
