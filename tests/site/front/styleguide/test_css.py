"""The style sheets: no unused classes or properties, and colours in one place."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SHEETS = sorted((ROOT / "static/css").glob("*.css"))
SOURCES = [
    *(ROOT / "templates").rglob("*.*"),
    *(ROOT / "static/js").rglob("*.js"),
    *(ROOT / "static/vendor").glob("uplot.*"),
]
# Classes that Django gives to the parts of a form and to messages.
DJANGO = {"errorlist", "nonfield", "warning"}


def rules(sheet: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)


STYLES = "".join(map(rules, SHEETS))
MARKUP = "".join(path.read_text() for path in SOURCES)
WORDS = set(re.findall(r"[\w-]+", MARKUP))
# What "seat-${seat}" and "medal-{{ place }}" begin with.
PREFIXES = tuple(re.findall(r"((?:--)?[a-z][\w-]*-)(?:\$\{|\{\{)", MARKUP))
PREFIXES += (
    "up-",
    "down-",
)  # shades of a bot's results: games/site/archive/statistics/bot_views.py
# The log gives an event of type "box.scored" the class "box-scored".
EVENTS = {name.replace(".", "-") for name in re.findall(r'case "(\w+\.\w+)"', MARKUP)}


def is_used(name: str) -> bool:
    """Return whether a page or a module may use the class or property of this name."""
    return name in WORDS | EVENTS or name.startswith(PREFIXES)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_it_styles_only_classes_that_are_used(sheet: Path) -> None:
    selectors = "".join(re.findall(r"([^{};]+)\{", rules(sheet)))
    classes = set(re.findall(r"\.([A-Za-z][\w-]*)", selectors))
    assert [name for name in sorted(classes - DJANGO) if not is_used(name)] == []


def test_it_uses_every_property_that_it_defines_and_defines_every_one_that_it_uses() -> None:
    defined = set(re.findall(r"(--[a-z][\w-]*)\s*:", STYLES))
    used = set(re.findall(r"var\((--[a-z][\w-]*)", STYLES))
    needed = set(re.findall(r"var\((--[a-z][\w-]*)\)", STYLES))  # without a fallback
    assert [name for name in sorted(defined - used) if not is_used(name)] == []
    assert [name for name in sorted(needed - defined) if not is_used(name)] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_it_writes_colours_only_as_tokens(sheet: Path) -> None:
    values = re.findall(r":([^:;{}]*[;}])", rules(sheet))
    found = [value for value in values if re.search(r"#[0-9a-fA-F]{3,8}\b", value)]
    assert bool(found) == (sheet.name in ("tokens.css", "screen-tokens.css")), found
