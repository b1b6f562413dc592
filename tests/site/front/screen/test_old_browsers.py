"""The pages of screens work in a TV's browser of 2020 (Chromium 85): they use nothing newer.

What came later is listed here with the first Chromium that has it (caniuse.com, MDN).
"""

import re

import pytest

from games.platform.bundling.importmap_tags import module_graph
from games.site.front.screen.tokens import in_both, plain_tokens
from tests.environment import ROOT

STATIC = ROOT / "static"
TEMPLATE = (ROOT / "templates/screen/screen.html").read_text()
SHEETS = re.findall(r'"(css/[\w-]+\.css)"', TEMPLATE)
MODULES = sorted(module_graph("js/screen/main.js"))

NEWER_SCRIPT = {
    r"\.at\(": 92,
    r"Object\.hasOwn\(": 93,
    r"\bstructuredClone\(": 98,
    r"\.findLast(Index)?\(": 97,
    r"\.to(Sorted|Reversed|Spliced)\(": 110,
    r"\.with\(": 110,
    r"\b(Object|Map)\.groupBy\(": 117,
    r"Promise\.(withResolvers|try)\(": 119,
    r"\bstatic\s*\{": 94,
    r"^(export )?(const|let) .* = await ": 89,
    r"#\w+ in ": 91,
    r"\bURL\.(canParse|parse)\(": 120,
    r"AbortSignal\.(timeout|any)\(": 103,
    r"\bnew Intl\.(DurationFormat|Segmenter)": 87,
}
NEWER_STYLE = {
    r"@layer\b": 99,
    r"@container\b": 105,
    r"light-dark\(": 123,
    r"color-mix\(": 111,
    r":has\(": 105,
    r":(is|where)\(": 88,
    r"(?<![-\w])inset(-[\w-]+)?:": 87,
    r"(?<![-\w])aspect-ratio:\s": 88,
    r"\d(dvh|svh|lvh|cqi|cqw|cqb)\b": 108,
    r"(?<![-\w])(translate|rotate|scale):": 104,
    r"animation-timeline:": 115,
    r"\boklch\(|\boklab\(": 111,
    r"\{[^{}]*&": 112,
}


def bare(path: str) -> str:
    """Return the text of a file without comments."""
    text = (STATIC / path).read_text()
    return re.sub(r"/\*.*?\*/", "", re.sub(r"(?m)(^|\s)//.*$", "", text), flags=re.S)


@pytest.mark.parametrize("path", MODULES)
def test_its_scripts_use_nothing_newer(path: str) -> None:
    text = bare(path)
    found = {name: since for name, since in NEWER_SCRIPT.items() if _in(name, text)}
    assert found == {}


@pytest.mark.parametrize("path", SHEETS)
def test_its_styles_use_nothing_newer(path: str) -> None:
    text = bare(path)
    found = {name: since for name, since in NEWER_STYLE.items() if _in(name, text)}
    assert found == {}
    # No nesting: braces are at most two deep, around rules of a media query or of keyframes.
    depth = 0
    for letter in text:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth <= 2
    inside = re.sub(r"@(media|supports|keyframes|font-face)[^{]*\{", "", text)
    assert not re.search(r"\{[^{}]*\{", inside)


def _in(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.M) is not None


def test_it_would_notice_something_newer() -> None:
    assert _in(r"\.at\(", "const [last] = log.at(-1);")
    assert _in(r"(?<![-\w])inset(-[\w-]+)?:", "a { inset: 0; }")
    assert not _in(r"(?<![-\w])inset(-[\w-]+)?:", "a { box-shadow: inset 0 0 1px; }")
    assert len(MODULES) > 30
    assert len(SHEETS) >= 4


def test_the_pages_of_screens_load_nothing_later() -> None:
    # Without an import map, a browser would not find the bundles with hashes.
    for path in MODULES:
        assert "import(" not in bare(path).replace("import.meta", ""), path


def test_its_tokens_are_those_of_the_site() -> None:
    site = (STATIC / "css/tokens.css").read_text()
    plain = (STATIC / "css/screen-tokens.css").read_text()
    dark, _, light = plain.partition("@media")
    pairs = re.findall(r"(--[\w-]+): light-dark\((#\w+), (#\w+)\);", site.split("@media")[0])
    assert len(pairs) > 40
    for name, in_light, in_dark in pairs:
        assert f"{name}: {in_dark};" in dark, name
        assert light.count(f"{name}: {in_light};") == 2, name
    for name, value in re.findall(r"(--(?:space|text|ease)-[\w-]+): ([^;()]+);", site):
        assert f"{name}: {value};" in dark, name


def test_it_splits_colours_with_commas_in_them() -> None:
    assert in_both("light-dark(rgb(1, 2, 3), #fff)") == ("rgb(1, 2, 3)", "#fff")
    assert in_both("#d9b25f") == ("#d9b25f", "#d9b25f")
    with pytest.raises(ValueError, match="one colour only"):
        in_both("light-dark(#fff)")
    rules = "@layer tokens {\n  :root { --a: light-dark(#111, #222); --b: 1px; }\n}"
    assert plain_tokens(rules).count("--b: 1px;") == 1
