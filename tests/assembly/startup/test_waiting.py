"""Processes that start together migrate PostgreSQL one after the other."""

import re
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Self

import pytest

from games.assembly.startup import preparing

LIMIT = re.compile(r"SET LOCAL (\w+) = '?(\w+)'?")
UNLIMITED = {
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": "0",
}


class Cursor:
    """Notes the limits that hold when the process waits for its turn, and afterwards."""

    limits: dict[str, str]
    while_waiting: dict[str, str]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def execute(self, statement: str, values: object = None) -> None:
        if limit := LIMIT.fullmatch(statement):
            Cursor.limits[limit[1]] = limit[2]
        else:
            assert "pg_advisory_xact_lock" in statement
            Cursor.while_waiting = dict(Cursor.limits)


def test_it_waits_without_a_limit_until_another_process_has_migrated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Cursor.limits = {"lock_timeout": "5s", "statement_timeout": "5s"}
    monkeypatch.setattr(preparing, "connection", SimpleNamespace(cursor=Cursor))
    monkeypatch.setattr(preparing, "transaction", SimpleNamespace(atomic=nullcontext))
    monkeypatch.setattr(preparing, "missing_migrations", list)
    assert not list(preparing._migrate_postgresql())
    assert Cursor.while_waiting == UNLIMITED
    # A table that something else holds is no reason to wait for ever.
    assert Cursor.limits == {**UNLIMITED, "lock_timeout": "60s"}
