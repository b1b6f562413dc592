"""Lines may run from right to left: style sheets say start and end, not left and right, and pages
say which way they run.
"""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from tests.site.front.styleguide.test_css import MARKUP, ROOT, SHEETS

RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
SIDE = re.compile(r"(?<![\w-])(left|right)(?![\w-])")
SIDED = re.compile(r"(?:^|-)(left|right)(?:-|$)")
SAFE_AREA = re.compile(r"safe-area-inset-(left|right)")
"""Beside the notch of a phone: its sides do not turn."""
ALONG = re.compile(r"(?<![\w.-])-?(?:90|270)deg")
MOVED = re.compile(r"translateX|translate(?:3d)?\((?!\s*0\s*[,)])")
FOUR = re.compile(r"(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))$")
READING = "var(--reading)"

ALLOWED = {
    ("components.css", "border-width"): "two sides of a square, turned: a chevron that points down",
    ("puzzles.css", "border-width"): "two sides of a square, turned: a chevron that points down",
    ("table.css", "border-width"): "two sides of a square, turned: the tip of a bubble",
    ("table.css", "inset"): "--point: a script measures where the tip of a bubble is",
    ("table-moments.css", "translate"): "a script measures the middle of what is celebrated",
    ("screen-celebrations.css", "transform"): "sparks fly to all sides",
    ("layout.css", "padding-left"): "beside the notch of a phone, whose sides do not turn",
    ("layout.css", "padding-right"): "beside the notch of a phone, whose sides do not turn",
    ("home-tv.css", "transform"): "dice that lie a little awry",
}
"""By sheet and property: why a side of the window is meant."""


def values_of(value: str) -> list[str]:
    """Return the parts of a value that spaces separate, functions in one."""
    parts, depth = [""], 0
    for letter in value.strip():
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def has_side(name: str, value: str) -> bool:
    """Return whether a declaration means the left or the right side."""
    value = SAFE_AREA.sub("safe-area", value.replace("!important", ""))
    parts = values_of(value.split("/")[0])
    if READING in value:
        return False
    if name == "border-radius":
        corners = [*parts, parts[1]] if len(parts) == 3 else (parts * 4)[:4]
        return corners[0] != corners[1] or corners[2] != corners[3]
    if FOUR.match(name):
        return len(parts) == 4 and parts[1] != parts[3]
    if name == "translate":
        return parts[0] not in ("0", "none")
    if name == "transform":
        return MOVED.search(value) is not None
    if SIDED.search(name) or SIDE.search(value):
        return True
    return "linear-gradient" in value and ALONG.search(value) is not None


def sides_of(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield selector, property and value of each declaration with a side. What says the same of
    both sides has none.
    """
    for selector, body in RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        declared = [
            (name.strip(), value.strip())
            for name, colon, value in (each.partition(":") for each in body.split(";"))
            if colon
        ]
        for name, value in declared:
            other = SIDED.sub(lambda side: side[0].replace(*swap(side[1])), name)
            if has_side(name, value) and (other == name or (other, value) not in declared):
                yield selector.strip(), name, value


def swap(side: str) -> tuple[str, str]:
    return side, "left" if side == "right" else "right"


@pytest.mark.parametrize(
    ("rule", "is_sided"),
    [
        ("left: 0", True),
        ("left: 0; right: 0", False),
        ("left: 0; right: 1px", True),
        ("inset-inline-start: 0", False),
        ("margin: 0 1px 0 2px", True),
        ("margin: 0 1px", False),
        ("padding: 0 calc(1px + 2px) 3px calc(1px + 2px)", False),
        ("padding-left: 1px", True),
        ("border-left: 1px solid", True),
        ("border-top-left-radius: 1px", True),
        ("border-radius: 1px 1px 0 0", False),
        ("border-radius: 0 1px 1px 0", True),
        ("border-radius: 0 1px", True),
        ("text-align: left", True),
        ("text-align: start", False),
        ("float: right", True),
        ("transform-origin: left", True),
        ("background: linear-gradient(to left, red, blue)", True),
        ("background: linear-gradient(90deg, red, blue)", True),
        ("background: linear-gradient(calc(90deg * var(--reading)), red, blue)", False),
        ("transform: translateX(1px)", True),
        ("transform: translate(0, 1px)", False),
        ("translate: 1px", True),
        ("translate: 0 1px", False),
        ("padding: 0 env(safe-area-inset-right) 0 env(safe-area-inset-left)", False),
    ],
)  # fmt: skip
def test_it_knows_a_side(rule: str, is_sided: bool) -> None:
    assert bool(list(sides_of(f"@media print {{ .a {{ {rule}; }} }}"))) == is_sided


def test_no_style_sheet_names_a_side() -> None:
    found = {
        (sheet.name, name): f"{selector} {{ {name}: {value} }}"
        for sheet in SHEETS
        for selector, name, value in sides_of(sheet.read_text())
    }
    assert {key: rule for key, rule in found.items() if key not in ALLOWED} == {}
    assert [key for key in ALLOWED if key not in found] == []


def test_no_markup_names_a_side() -> None:
    styles = re.findall(r"\bstyle=(?:\"([^\"]*)\"|\$\{\{([^}]*)\}\})", MARKUP)
    named = [words for pair in styles for words in pair if re.search(r"(?i)left|right", words)]
    assert [words for words in named if "--" not in words] == []


def test_each_template_of_a_page_says_which_way_its_lines_run() -> None:
    opened = {
        str(path): tag
        for path in (ROOT / "templates").rglob("*.html")
        for tag in re.findall(r"<html\b[^>]*", path.read_text())
    }
    assert len(opened) > 3
    assert [name for name, tag in opened.items() if not re.search(r"\bdir=\"", tag)] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("bidi", "direction"), [(["de"], "rtl"), (["ar"], "ltr")])
def test_a_page_runs_as_its_language_does(
    client: Client, settings: Settings, bidi: list[str], direction: str
) -> None:
    settings.LANGUAGES_BIDI = bidi
    for path in ("/rules/", "/app/de.webmanifest"):
        text = client.get(path, headers={"accept-language": "de"}).content.decode()
        assert re.search(rf'dir"?(=|: )"{direction}"', text), path
