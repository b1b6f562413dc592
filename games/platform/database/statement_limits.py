"""The database's time limits. They protect pages. Work on whole tables lifts them."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

LIMITS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")


def lift_timeouts(using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Remove this connection's time limits. Also a receiver of Django's `pre_migrate`."""
    _each_limit(using, "SET {} = 0")


def restore_timeouts(using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Restore the limits of the settings. Also a receiver of Django's `post_migrate`."""
    _each_limit(using, "RESET {}")


def _each_limit(using: str, statement: str) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name in LIMITS:
                cursor.execute(statement.format(name))
