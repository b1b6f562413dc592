"""docs/architecture.md draws the tree that `lint-imports` checks; each package says what it is."""

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.environment import ROOT

PAGE = ROOT / "docs/architecture.md"
PACKAGES = sorted(path.parent for path in (ROOT / "games").rglob("__init__.py"))
LINE = re.compile(r"(?P<beside>\|?)(?P<indent> *)(?P<name>\w+)(?:\.py)?(?: .*)?")

Layers = dict[str, list[set[str]]]
"""The layers of each container, such as "games.tables", from the top. What stands in one layer does
not import each other.
"""


def drawn(page: str) -> Layers:
    """Return the layers in the picture under *The tree*."""
    first, *lines = page.partition("\n## The tree\n")[2].split("```")[1].split("\n")[1:-1]
    assert first == "games/"
    containers = ["games"]
    layers: Layers = {}
    for line in lines:
        match = LINE.fullmatch(line)
        assert match, line
        depth, rest = divmod(match.start("name"), 4)
        assert depth in range(1, len(containers) + 1), line
        assert rest == 0, line
        containers = containers[:depth]
        siblings = layers.setdefault(".".join(containers), [])
        if match["beside"]:
            siblings[-1].add(match["name"])
        else:
            siblings.append({match["name"]})
        containers.append(match["name"])
    return layers


def contracts() -> Layers:
    """Return the layers that pyproject.toml has `lint-imports` check."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    layers: Layers = {}
    for contract in project["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers":
            (container,) = contract["containers"]
            assert contract["exhaustive"], contract["name"]
            layers[container] = [set(layer.split(" | ")) for layer in contract["layers"]]
    return layers


def test_it_draws_the_tree_that_is_checked() -> None:
    assert drawn(PAGE.read_text()) == contracts()


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        (r"\n        rooms .*", ""),
        (r"\n        rooms .*", r"\g<0>\n        lounge      another package"),
        (r"(\n        live .*)(\n        rooms .*)", r"\2\1"),
        (r"\n\|(       limits )", r"\n \1"),
        (r"\n    tables .*", ""),
        (r"\n        (rooms )", r"\n            \1"),
    ],
    ids=["missing", "unknown", "order", "grouping", "wing", "depth"],
)
def test_it_would_notice_another_tree(there: str, instead: str) -> None:
    page = PAGE.read_text()
    changed, times = re.subn(there, instead, page)
    assert times == 1
    assert drawn(changed) != contracts()


def test_it_draws_no_packages_that_import_each_other() -> None:
    names = {name for layers in contracts().values() for layer in layers for name in layer}
    assert {name for name in names if not name.isidentifier()} == set()


# What a package says


def saying_of(package: Path) -> str:
    """Return the docstring of a package, "" if it has none."""
    return ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or ""


def name_of(package: Path) -> str:
    return package.relative_to(ROOT / "games").as_posix()


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_it_says_what_is_in_the_package(package: Path) -> None:
    assert saying_of(package)


def test_it_says_something_else_of_each_package() -> None:
    sayings = Counter(saying_of(package) for package in PACKAGES)
    assert {saying for saying, times in sayings.items() if times > 1} == set()


def with_code() -> list[Path]:
    """Return the packages at the ends of the tree: wings hold packages, no code to test."""
    layers = contracts()
    return [
        ROOT.joinpath(*container.split("."), name)
        for container in layers
        for layer in layers[container]
        for name in sorted(layer)
        if f"{container}.{name}" not in layers
    ]


@pytest.mark.parametrize("package", [path for path in with_code() if path.is_dir()], ids=name_of)
def test_it_tests_the_package_at_the_same_place_or_says_where(package: Path) -> None:
    here = ROOT / "tests" / name_of(package)
    elsewhere = re.findall(r"\btests/[\w/]+\w", saying_of(package))
    assert any(here.rglob("test_*.py")) or elsewhere
    assert [path for path in elsewhere if not (ROOT / path).exists()] == []


NAMED = re.compile(r"`([a-z_]+)`")
BY_CONVENTION = {"jobs", "preview"}
"""Modules that a feature may bring, wherever it stands."""


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_it_names_only_what_the_package_has(package: Path) -> None:
    modules = {path.stem for path in package.rglob("*")}
    code = "\n".join(path.read_text() for path in package.rglob("*.py"))
    defined = set(re.findall(r"(?:def|class) (\w+)", code))
    assert set(NAMED.findall(saying_of(package))) <= modules | defined | BY_CONVENTION
