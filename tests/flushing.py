"""Empty the database after a test that committed: only the tables that hold rows.

Django's own flush truncates every table, which costs a new file for each on PostgreSQL, and then
creates all content types and permissions again. Here those stay.
"""

from functools import cache

from django.db import connections, transaction
from django.test import TransactionTestCase

# `migrate` wrote these.
KEPT = {"django_content_type", "auth_permission"}


def empty_databases(test: TransactionTestCase) -> None:
    """Replace `TransactionTestCase._fixture_teardown`."""
    for name in test._databases_names(include_mirrors=False):  # type: ignore[attr-defined]
        empty(name)


def empty(name: str) -> None:
    """Delete all rows of the database called `name`.

    In one transaction, because foreign keys are checked at its end.
    """
    connection = connections[name]
    with transaction.atomic(using=name), connection.cursor() as cursor:
        cursor.execute(_which_hold_rows(name))
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


@cache
def _which_hold_rows(name: str) -> str:
    connection = connections[name]
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    quote = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quote(table)})"
        for table in tables
        if table not in KEPT
    )
