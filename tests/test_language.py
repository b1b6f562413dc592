"""Texts and comments are plain, modern English: no "he" for a player, no old-fashioned words."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORDS = (
    *("he", "his", "him", "himself", "whoever", "whomever", "whosoever"),
    *("anew", "lest", "whilst", "amongst", "hereby", "thereby", "thereof", "whereby", "wherein"),
    *("whence", "thence", "ere", "thrice", "in so many", "so long does", "nobody's business"),
)
UNWANTED = re.compile(r"\b(?:" + "|".join(WORDS).replace(" ", r"\s+") + r")\b", re.I)
PLACES = (
    "CONTRIBUTING.md",
    "README.md",
    "docs",
    "games",
    "static/css",
    "static/js",
    "templates",
    "yachtsite",
)
JS_TOKEN = re.compile(
    r"""
    (?P<text> //[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<regex> (?<=[(,=:\[!&|?{};]) \s* /(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/ )
    | (?P<mark> [`{}] )
    """,
    re.S | re.X,
)
TEMPLATE_TEXT = re.compile(r"(?P<text>(?:\\.|\$(?!\{)|[^`\\$])*)(?P<mark>`|\$\{)", re.S)


def javascript_texts(source: str) -> Iterator[str]:
    """Yield comments, strings and the literal parts of templates."""
    braces: list[str] = []  # "{" opened in code, "${" opened in a template
    at, in_template = 0, False
    while token := (TEMPLATE_TEXT if in_template else JS_TOKEN).search(source, at):
        at = token.end()
        if token["text"]:
            yield token["text"]
        match token["mark"]:
            case "`":
                in_template = not in_template
            case "${" | "{" as opened:
                braces.append(opened)
                in_template = False
            case "}":
                in_template = bool(braces) and braces.pop() == "${"


def python_texts(source: str) -> Iterator[str]:
    """Yield comments and strings, without the expressions of f-strings."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield re.sub(r"\{[^{}]*\}", " ", token.string)


def template_texts(source: str) -> Iterator[str]:
    """Yield a Django template without its tags and variables."""
    yield re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", source, flags=re.S)


def markdown_texts(source: str) -> Iterator[str]:
    """Yield a page without its code."""
    yield re.sub(r"^```.*?^```|`[^`\n]*`", " ", source, flags=re.S | re.M)


def css_texts(source: str) -> Iterator[str]:
    """Yield comments."""
    yield from re.findall(r"/\*.*?\*/", source, re.S)


READERS = {
    ".css": css_texts,
    ".html": template_texts,
    ".js": javascript_texts,
    ".md": markdown_texts,
    ".py": python_texts,
    ".txt": template_texts,
}


def files() -> list[Path]:
    """Return all files of `PLACES` with texts that people read."""
    roots = [ROOT / place for place in PLACES]
    found = [path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))]
    own = [
        path
        for path in found
        if "vendor" not in path.parts
        and not path.match("games/migrations/*")
        and not path.match("games/*/migrations/*")
    ]
    return sorted(path for path in own if path.suffix in READERS and path.is_file())


def unwanted_words(text: str) -> list[str]:
    """Return the unwanted words of a text, in order."""
    return [" ".join(word.lower().split()) for word in UNWANTED.findall(text)]


def test_it_finds_files_of_every_place() -> None:
    for place in PLACES:
        assert any(path.is_relative_to(ROOT / place) for path in files()), place


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_it_uses_plain_words(path: Path) -> None:
    texts = READERS[path.suffix](path.read_text())
    assert [word for text in texts for word in unwanted_words(text)] == []


@pytest.mark.parametrize(
    ("suffix", "source", "found"),
    [
        (".py", "his = 1  # their seat", []),
        (".py", "seat = 1  # his seat", ["his"]),
        (".py", '"""Whoever\nsits."""', ["whoever"]),
        (".py", 'f"{him} sits: {he + 1}"', []),
        (".js", "const his = { he: 1 }; // their seat", []),
        (".js", "const seat = 1; // his seat", ["his"]),
        (".js", "f(/[`'\"]/, his); // he", ["he"]),
        (".js", "html`<p>${seats.map((his) => html`<b>Him ${his}</b>`)} he</p>`", ["him", "he"]),
        (".js", "const words = { a: `${f({ his })} himself` };", ["himself"]),
        (".html", '<p title="He left">{{ his }} {% if him %}', ["he"]),
        (".css", ".his { color: red } /* He */", ["he"]),
        (".md", "`his`\n```\nhe\n```\nIn so\nmany words", ["in so many"]),
        (".md", "The other hero, there and where", []),
    ],
)
def test_it_would_notice_them_outside_code(suffix: str, source: str, found: list[str]) -> None:
    texts = READERS[suffix](source)
    assert [word for text in texts for word in unwanted_words(text)] == found
