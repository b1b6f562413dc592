"""Each table is written by the packages that docs/data.md names under *Who writes what*.

A plugin: it looks at each statement that a test's own process runs through Django, whether it comes
from a queryset, `.save()` or raw SQL, and fails the test if code of another package runs it.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.apps import apps
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet

from games.platform.encryption.columns import encrypted_columns
from tests.environment import ROOT
from tests.support.packages import package_of

TESTS = f"{Path(__file__).resolve().parent}/"
GAMES = f"{ROOT}/games/"
# They run statements that are constants.
CONSTANT = tuple([f"{GAMES}platform/database/{name}.py" for name in ("bulk", "chained")])
DJANGO = "/django/contrib/"
COLLECTOR = "django/db/models/deletion.py"
WRITERS = {
    "DiceCount": {"audit"},
    "DiceSecret": {"fairness", "log", "reveals", "rooms"},
    "DiceShare": {"foresight", "reveals"},
    # By a command: a game is marked, to be analysed again.
    "Game": {
        "analysis",
        "audit",
        "circles",
        "foresight",
        "log",
        "management",
        "ratings",
        "reveals",
    },
    "GameAddress": {"ratings", "rooms"},
    "LogEntry": {"admin", "membership"},
    "Room": {"demo", "log", "rooms"},
    "Scorecard": {"log", "ratings"},
    "Session": {"accounts", "membership", "providers"},
    "Skill": {"analysis", "ratings"},
    "User": {
        "accounts",
        "conduct",
        "demo",
        "desk",
        "factors",
        "family",
        "live",
        "management",
        "membership",
        "operator",
        "providers",
    },
    "User_blocked": {"conduct", "membership"},
    "User_silenced": {"conduct", "membership"},
}
"""The packages that write the tables which do not belong to one alone, as docs/data.md says. Every
other table is written by the package that has its model.
"""

# These run statements, or requests, for others.
TOOLS = {"database", "server"}
WRITE = re.compile(r'\s*(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "?(games_\w+)')


def writers_of(model: type[Model]) -> set[str]:
    """Return the packages of `games` that may write the table of a model."""
    own = (model._meta.auto_created or model).__module__.split(".")
    named = WRITERS.get(model.__name__) or {package_of(Path(*own[1:]))}
    # After a change of keys it writes each encrypted column again.
    is_encrypted = any(model is column.model for column in encrypted_columns())
    return named | ({"encryption"} if is_encrypted else set())


@cache
def writers_of_tables() -> dict[str, set[str]]:
    """Return the packages that may write each table of the game."""
    models = apps.get_app_config("games").get_models(include_auto_created=True)
    return {model._meta.db_table: writers_of(model) for model in models}


_found: list[str] = []
_execute = CursorWrapper.execute


def writer_of(table: str) -> str | None:
    """Return the package of `games` whose code runs a statement now; None if a test does, if Django
    does it for itself (a sign-in, the admin) or because a row belonged to a deleted one, or if the
    statement is a constant of SQL: tests/test_writers.py finds these.
    """
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        place = frame.f_code.co_filename
        if place.endswith(COLLECTOR) and table != _root(frame):
            return None
        if place.startswith(TESTS) and place != __file__:
            return None
        if place.startswith(CONSTANT) or DJANGO in place:
            return None
        if place.startswith(GAMES):
            package = package_of(Path(place[len(GAMES) :]))
            if package not in TOOLS:
                return package
        frame = frame.f_back
    return None


def _root(frame: FrameType) -> str:
    """Return the table whose rows Django has been asked to delete."""
    origin = frame.f_locals["self"].origin
    model: type[Model] = origin.model if isinstance(origin, QuerySet) else type(origin)
    return model._meta.db_table


def _checked_execute(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
    written = WRITE.match(sql) if isinstance(sql, str) else None
    if written:
        writer = writer_of(written[1])
        if writer not in {None, "migrations", *writers_of_tables().get(written[1], ())}:
            _found.append(f"{writer}: {sql[:200]}")
    return _execute(self, sql, params)


CursorWrapper.execute = _checked_execute  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def each_table_is_written_by_its_packages() -> Iterator[None]:
    """Fail the test after which a package has written a table of another one."""
    _found.clear()
    yield
    assert not _found
