"""The layers of the browser's code: imports, dynamic ones too, point down and close no circle."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.environment import ROOT
from tests.test_architecture import cycles

FOLDER = ROOT / "static/js"

# Highest first, as in pyproject.toml. Folders of one layer do not import each other. A folder
# stands for those within it.
LAYERS = [
    ["styleguide"],
    ["screen"],
    ["offline_games"],
    [
        *("home", "house_rules", "real_dice", "history", "puzzles", "daily", "cards"),
        "appointments",
        "circles",
        "invitations",
        *("profiles", "statistics"),
    ],
    ["watching"],
    ["table"],
    ["tournaments", "membership", "desk", "factors", "operator"],
    ["app", "analysis"],
    ["notifications", "fairness"],
    ["scorecard"],
    ["learning", "dice", "sound"],
    ["ui"],
    ["settings"],
    ["net"],
    ["language"],
]
LAYERS_OF_THE_TABLE = [
    ["table"],
    ["table/game"],
    ["table/bar", "table/coach", "table/result"],
    ["table/chat", "table/people", "table/text", "table/moments"],
    ["table/log", "table/seeds"],
    ["table/moves"],
    ["table/state"],
]

IMPORT = re.compile(
    r"""(?:\bfrom|^import|\bimport\(|\bimport\.meta\.resolve\()\s*"(\.[^"]+)\"""", re.M
)

Graph = dict[str, set[str]]


def imports_of(path: str, source: str) -> set[str]:
    """Return the paths of what a module imports, at once or later, or starts as a worker."""
    folder = posixpath.dirname(path)
    return {posixpath.normpath(f"{folder}/{name}") for name in IMPORT.findall(source)}


def modules() -> Graph:
    """Return what each module imports, by paths below `static/js`."""
    paths = {each: each.relative_to(FOLDER).as_posix() for each in FOLDER.rglob("*.js")}
    return {path: imports_of(path, file.read_text()) for file, path in paths.items()}


def folders(graph: Graph) -> Graph:
    found: Graph = {}
    for path, imported in graph.items():
        folder = posixpath.dirname(path)
        others = {posixpath.dirname(each) for each in imported} - {folder}
        found.setdefault(folder, set()).update(others)
    return found


def upward(graph: Graph, layers: list[list[str]]) -> Iterator[str]:
    """Yield the imports between these layers that do not point down."""
    height = {folder: -at for at, layer in enumerate(layers) for folder in layer}

    def place(path: str) -> str | None:
        parents = [str(each) for each in Path(path).parents]
        return next((each for each in parents if each in height), None)

    for path, imported in graph.items():
        here = place(path)
        for other in imported:
            there = place(other)
            if here and there and here != there and height[there] >= height[here]:
                yield f"{path} imports {other}"


def test_it_finds_modules_and_their_imports() -> None:
    graph = modules()
    assert len(graph) > 200
    assert {each for imported in graph.values() for each in imported} <= set(graph)
    source = (
        'import { a } from "../net/a.js";\nawait import("./b.js"); import.meta.resolve("./c.js")'
    )
    assert imports_of("ui/x.js", source) == {"net/a.js", "ui/b.js", "ui/c.js"}


def test_it_has_a_layer_for_each_folder() -> None:
    listed = sorted(folder for layer in LAYERS for folder in layer)
    assert listed == sorted(each.name for each in FOLDER.iterdir())
    parts = {folder for folder in folders(modules()) if folder.startswith("table")}
    assert sorted(folder for layer in LAYERS_OF_THE_TABLE for folder in layer) == sorted(parts)


@pytest.mark.parametrize("layers", [LAYERS, LAYERS_OF_THE_TABLE], ids=["all", "table"])
def test_it_lets_imports_point_down_only(layers: list[list[str]]) -> None:
    assert list(upward(modules(), layers)) == []


def test_it_has_no_circle_of_modules_or_folders() -> None:
    assert cycles(modules()) == []
    assert cycles(folders(modules())) == []


@pytest.mark.parametrize(
    ("path", "imported"),
    [
        ("ui/icon.js", "table/state/state.js"),
        ("net/outbox.js", "home/main.js"),
        ("home/tv.js", "puzzles/state.js"),
        ("table/state/parts.js", "table/game/page.js"),
        ("table/chat/chat.js", "table/people/join.js"),
    ],
)
def test_it_would_notice_an_import_that_does_not_point_down(path: str, imported: str) -> None:
    graph = {path: {imported}}
    assert [*upward(graph, LAYERS), *upward(graph, LAYERS_OF_THE_TABLE)] == [
        f"{path} imports {imported}"
    ]


def test_it_would_notice_circles_that_dynamic_imports_close() -> None:
    sources = {"a/x.js": 'import "../b/y.js";', "b/z.js": 'import("../a/x.js")', "b/y.js": ""}
    graph = {path: imports_of(path, source) for path, source in sources.items()}
    assert cycles(graph) == []
    assert cycles(folders(graph)) == [{"a", "b"}]
