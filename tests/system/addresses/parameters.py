"""What views read from queries and forms, by the code of their modules."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePath

import msgspec
from django import forms

from tests.environment import ROOT
from tests.support.packages import package_of

GAMES = ROOT / "games"
READERS = {"get", "getlist"}
SENT = ("request.GET", "request.POST", "asked")
"""Beginnings of expressions for what somebody has sent."""
CHOSEN: dict[str, tuple[str, ...]] = {
    "desk: asked.get(name, '')": ("kind", "subject", "room"),
    "desk: asked[name]": ("days", "target"),
    "desk: asked.get(name)": ("days", "target"),
    "house_rules: request.GET[name]": ("joker",),
    "house_rules: name in request.GET": ("joker",),
    "learning: request.GET[name]": ("joker",),
    "learning: name in request.GET": ("joker",),
    "leaderboards: request.GET.get(name, '')": ("board", "games", "dice", "joker"),
    "membership: kind in request.POST": ("turn", "mail"),
    "pages: FIELD not in request.POST": (),
    "pages: request.POST.getlist(name)": (),
    "screen: request.GET.get(name, '')": ("maxwidth", "maxheight"),
    "table_form: asked[id_]": ("joker",),
    "table_form: id_ in asked": ("joker",),
}
"""Where the name of a parameter is no text in the code: the names that it can be."""


class Read:
    """The names that a module reads or a package's forms have, and expressions that name none."""

    def __init__(self) -> None:
        self.names: dict[str, set[str]] = defaultdict(set)
        self.fields: dict[str, set[str]] = defaultdict(set)
        self.unnamed: set[str] = set()

    def add(self, module: str, name: ast.expr, whole: ast.expr) -> None:
        if isinstance(name, ast.Constant):
            self.names[module].add(str(name.value))
            return
        text = f"{package_of(PurePath(*module.split('.')[1:]))}: {ast.unparse(whole)}"
        self.unnamed.add(text)
        self.names[module].update(CHOSEN.get(text, ()))

    def fields_of(self, module: str) -> set[str]:
        """Return the fields of the forms in a module's package."""
        return self.fields[module.rpartition(".")[0]]


def modules() -> Iterator[tuple[str, Path, ast.Module]]:
    for path in sorted(GAMES.rglob("*.py")):
        text = path.read_text()
        if "HttpRequest" in text or "forms." in text or path.name == "url_converters.py":
            yield name_of(path), path, ast.parse(text)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def is_sent(node: ast.AST) -> bool:
    return ast.unparse(node) in SENT


def read_parameters() -> Read:
    """Return what views read, and the fields of forms and of the API's queries."""
    found = Read()
    for module, path, code in modules():
        for node in ast.walk(code):
            match node:
                case ast.Call(ast.Attribute(value, attr), [name, *_]) if attr in READERS:
                    if is_sent(value):
                        found.add(module, name, node)
                case ast.Subscript(value, name) if is_sent(value):
                    found.add(module, name, node)
                case ast.Compare(name, [ast.In() | ast.NotIn()], [value]) if is_sent(value):
                    found.add(module, name, node)
        found.fields[module.rpartition(".")[0]] |= fields_in(path)
    return found


def fields_in(path: Path) -> set[str]:
    """Return the fields of the forms and of the queries that a module defines."""
    if path.stem not in {"form", "forms", "device", "types", "api_types"}:
        return set()
    module = import_module(name_of(path))
    own = [each for each in vars(module).values() if isinstance(each, type)]
    return {
        name
        for each in own
        if issubclass(each, forms.BaseForm)
        for name in getattr(each, "base_fields", ())
    }


def queries_of_the_api() -> set[str]:
    found: set[str] = set()
    for path in GAMES.rglob("*types.py"):
        module = import_module(name_of(path))
        for name, each in vars(module).items():
            if name.endswith("Query") and issubclass(each, msgspec.Struct):
                found |= {field.encode_name for field in msgspec.structs.fields(each)}
    return found
