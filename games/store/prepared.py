"""Queries that are phrased once instead of at every use.

Django takes several times as long to compile a query to SQL as PostgreSQL to answer it. Where a
query is on the way of every rematch, that is the larger part of what the rematch costs.
"""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """A query of one model whose only parameters are the `samples` that it is built with.

    Called with other values in their place, it returns the rows. Each thread has a connection of
    its own and compiles for itself.
    """

    def __init__(self, build: Callable[..., "QuerySet[M]"], *samples: Any) -> None:
        self._build = build
        self._samples = samples
        self._local = threading.local()

    def __call__(self, *values: Any) -> list[M]:
        """Return the rows, in order. Raises what the database raises."""
        if not hasattr(self._local, "queryset"):
            self._local.queryset, self._local.sql = self._compiled()
        queryset = self._local.queryset
        compiler = queryset.query.get_compiler(using=queryset.db)
        compiler.as_sql = lambda *_, **__: (self._local.sql, values)
        return list(ModelIterable(queryset))

    def first(self, *values: Any) -> M | None:
        """Return the first row, or None."""
        rows = self(*values)
        return rows[0] if rows else None

    def _compiled(self) -> tuple["QuerySet[M]", str]:
        queryset = self._build(*self._samples)
        compiler = queryset.query.get_compiler(using=queryset.db)
        sql, params = compiler.as_sql()
        if tuple(params) != self._samples:
            raise ValueError(f"the samples are not the query's only parameters: {params}")
        # The compiler knows which column is which field; it lives as long as the query.
        queryset.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return queryset, sql
