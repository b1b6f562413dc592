"""The calls and the SQL that write a table are in its packages: tests/writers.py names them.

Finds calls such as `Model.objects.filter(...).update()`, and constants of SQL. What else writes
(`.save()`, related managers) is found when a test runs it.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from games.models import Demonstration
from games.platform.clock import utc_now
from tests import writers
from tests.environment import ROOT
from tests.support.packages import package_of
from tests.writers import WRITERS, writers_of

GAMES = ROOT / "games"
CALLS = {
    "bulk_create",
    "bulk_update",
    "create",
    "delete",
    "get_or_create",
    "update",
    "update_or_create",
}
SQL = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "?(games_\w+)|^(games_\w+)$')
MODELS = {model.__name__: model for model in apps.get_models(include_auto_created=True)}
NAMES = {model._meta.db_table: name for name, model in MODELS.items()}


def written_models(source: str) -> Iterator[str]:
    """Yield the model of each call, and of each SQL statement, that writes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = root_of(node.func.value)
            if node.func.attr in CALLS and name is not None:
                yield name
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # A name alone is that of a table to insert into: `upsert("games_rating", ...)`.
            for written, named in SQL.findall(node.value):
                yield NAMES[written or named]


def root_of(node: ast.expr) -> str | None:
    """Return `Model` of an expression `Model.objects.filter(...)`..., or None."""
    while isinstance(node, ast.Call | ast.Attribute):
        inner = node.func if isinstance(node, ast.Call) else node.value
        if isinstance(node, ast.Attribute) and node.attr == "objects":
            return node.value.id if isinstance(node.value, ast.Name) else None
        node = inner
    return None


def test_it_writes_each_table_in_its_packages_only() -> None:
    found = defaultdict(set)
    for path in GAMES.rglob("*.py"):
        package = package_of(path.relative_to(GAMES))
        if package != "migrations":
            for model in written_models(path.read_text()):
                found[model].add(package)
    for model, packages in found.items():
        assert packages <= writers_of(MODELS[model]), model


def test_it_lists_only_tables_with_other_writers() -> None:
    assert WRITERS.keys() <= MODELS.keys()
    for name, packages in WRITERS.items():
        module = (MODELS[name]._meta.auto_created or MODELS[name]).__module__
        assert packages != {package_of(Path(*module.split(".")[1:]))}, name


@pytest.mark.parametrize(
    ("source", "models"),
    [
        ("Room.objects.filter(pk=1).update(host=None)", ["Room"]),
        ("Seat.objects.create(number=0)", ["Seat"]),
        ("list(Room.objects.filter(pk=1))", []),
        ("known.update(found)", []),
        ("bulk('UPDATE games_room SET ' 'rev = 1')", ["Room"]),
        ("upsert('games_rating', ())", ["Rating"]),
        ("'SELECT * FROM games_room'", []),
    ],
)
def test_it_recognises_writes(source: str, models: list[str]) -> None:
    assert list(written_models(source)) == models


def test_it_sees_who_saves_an_instance(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(writers, "_found", found)
    row = Demonstration(wanted_until=utc_now())
    for package in ("rooms", "live"):
        code = compile("row.save()", f"{writers.GAMES}tables/{package}/seats.py", "exec")
        exec(code, {"row": row})
    (line,) = found
    assert line.startswith("live: UPDATE")
