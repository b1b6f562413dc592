"""The shape of the code: sizes, directions of imports, nothing that a browser would refuse."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import grimp
import pytest

from tests.environment import ROOT

FOLDERS = ("games", "workshop", "yachtsite", "tests", "templates", "static", "script", ".ci")
MAX_LINES_OF_A_FILE = 500
MAX_LINES_OF_A_FUNCTION = 60


def files(*suffixes: str) -> list[Path]:
    """Return our own files: what was vendored and what Django wrote is not ours."""
    found = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return [
        path
        for path in found
        if path.suffix in suffixes
        and "vendor" not in path.parts
        and not path.match("games/migrations/*")
        and not path.match("games/*/migrations/*")
    ]


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and number of lines of each function of a Python file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_it_finds_the_files_it_is_about() -> None:
    for suffix in (".py", ".html", ".js", ".css"):
        assert len(files(suffix)) > 5, suffix


def test_it_keeps_files_short() -> None:
    sizes = {
        path: len(path.read_text().splitlines()) for path in files(".py", ".js", ".css", ".html")
    }
    assert {path: size for path, size in sizes.items() if size > MAX_LINES_OF_A_FILE} == {}


def test_it_keeps_functions_short() -> None:
    long = [
        f"{path}: {name} has {size} lines"
        for path in files(".py")
        for name, size in functions(path)
        if size > MAX_LINES_OF_A_FUNCTION
    ]
    assert long == []


@pytest.mark.process
def test_it_lets_imports_point_down_only() -> None:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    answer = subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


# The ways to ask the machine for the time, by the module or class that has them.
TIME = {
    "time": {"time", "time_ns", "monotonic", "monotonic_ns"},
    "timezone": {"now", "localdate", "localtime"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}
MAY_ASK_FOR_THE_TIME = {
    "games/platform/clock.py",
    # Daphne compares it with its own time.time().
    "games/platform/server/overrides/autobahn_websocket.py",
}


def direct_uses_of_time(source: str) -> list[str]:
    """Return where Python code asks the machine for the time, or imports what does."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if node.attr in TIME.get(name, ()):
                found.append(f"line {node.lineno}: {name}.{node.attr}")
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            forbidden = TIME.get((node.module or "").rpartition(".")[2], set())
            found += [f"line {node.lineno}: import of {name}" for name in names & forbidden]
    return found


def test_it_asks_one_clock_for_the_time() -> None:
    asked = {
        str(path.relative_to(ROOT)): direct_uses_of_time(path.read_text())
        for path in files(".py")
        if path.is_relative_to(ROOT / "games")
    }
    assert {path for path, found in asked.items() if found} == MAY_ASK_FOR_THE_TIME


@pytest.mark.parametrize(
    "source",
    [
        "time.time()",
        "clock = time.monotonic",
        "timezone.now()",
        "django.utils.timezone.now()",
        "datetime.datetime.now(UTC)",
        "from time import time_ns",
        "from django.utils.timezone import now",
        "date.today()",
    ],
)
def test_it_would_notice_other_clocks(source: str) -> None:
    assert len(direct_uses_of_time(source)) == 1


def cycles(imports: dict[str, set[str]]) -> list[set[str]]:
    """Return the sets of modules that import each other, directly or through others."""

    def reached(module: str) -> set[str]:
        found: set[str] = set()
        waiting = [module]
        while waiting:
            new = imports[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    reachable = {module: reached(module) for module in imports}
    groups = {
        frozenset(other for other in reachable[module] if module in reachable[other])
        for module in imports
        if module in reachable[module]
    }
    return sorted((set(group) for group in groups), key=sorted)


def test_it_has_no_cycle_of_imports() -> None:
    # Imports in functions and under TYPE_CHECKING count, too.
    graph = grimp.build_graph("games", cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert len(imports) > 100
    assert cycles(imports) == []


def test_it_would_notice_a_cycle_of_imports() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"f"}, "f": {"e", "a"}}
    assert cycles(imports) == [{"b", "c"}, {"e", "f"}]


class InlineCode(HTMLParser):
    """Collects what our content security policy forbids: the browser would ignore it silently."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(f"line {self.getpos()[0]}: <{tag}> with content of its own")
        for name in names:
            if name == "style" or name.startswith("on"):
                self.found.append(f"line {self.getpos()[0]}: {tag} has the attribute {name}")


def inline_code(html: str) -> list[str]:
    """Return what a page has of inline style and script, template tags left out."""
    parser = InlineCode()
    parser.feed(re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", html))
    return parser.found


@pytest.mark.parametrize("path", files(".html", ".svg"), ids=lambda path: path.name)
def test_it_has_no_style_or_script_inside_a_page(path: Path) -> None:
    assert inline_code(path.read_text()) == []


@pytest.mark.parametrize(
    "html",
    [
        "<p style='x'>",
        "<style>",
        "<script>x</script>",
        "<a onclick='x'>",
        "{% if a %}<svg onload=x>",
    ],
)
def test_it_would_notice_inline_code(html: str) -> None:
    assert len(inline_code(html)) == 1


def test_it_lets_pages_load_scripts_and_styles() -> None:
    assert inline_code("<link rel='stylesheet' href='a.css'><script src='a.js'></script>") == []
