"""Compile a query once, and later make models from its rows, as Django's ModelIterable does.

Relies on these private names of Django 5.2:

    SQLCompiler.klass_info, select, annotation_col_map    set by as_sql()
    SQLCompiler.get_converters(expressions)               conversions from the database's types
    django.db.models.query.get_related_populators(klass_info, select, using)
    RelatedPopulator.populate(row, model)                 sets the models of select_related()
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

Row = Sequence[Any]


class CompiledQuery(NamedTuple):
    """A query's SQL, its parameters, and the function that makes a model of a row."""

    sql: str
    params: tuple[Any, ...]
    to_model: Callable[[Row], Any]


def compile_query(queryset: QuerySet[Model]) -> CompiledQuery:
    """Return the compiled query. It must be used in the same thread: it keeps the connection."""
    compiler = queryset.query.get_compiler(using=queryset.db)
    sql, params = compiler.as_sql()
    return CompiledQuery(sql, tuple(params), _model_reader(compiler, queryset.db))


def _model_reader(compiler: Any, using: str) -> Callable[[Row], Any]:
    converters = list(compiler.get_converters([column for column, *_ in compiler.select]).items())
    model, positions = compiler.klass_info["model"], compiler.klass_info["select_fields"]
    own_columns = slice(positions[0], positions[-1] + 1)
    names = [column.target.attname for column, *_ in compiler.select[own_columns]]
    # The stubs are for a version with another argument.
    populators = get_related_populators(compiler.klass_info, compiler.select, using)  # type: ignore[call-arg]
    annotations = list(compiler.annotation_col_map.items())

    def to_model(row: Row) -> Any:
        values = list(row)
        for position, (functions, expression) in converters:
            for function in functions:
                values[position] = function(values[position], expression, connection)
        instance = model.from_db(using, names, values[own_columns])
        for populator in populators:
            populator.populate(values, instance)
        for name, position in annotations:
            setattr(instance, name, values[position])
        return instance

    return to_model
