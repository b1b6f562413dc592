"""The design tokens for a screen, which may be a TV with an old browser.

Such a browser knows neither `@layer` nor `light-dark()`, with which static/css/tokens.css says what
each colour is. So `script/generate` writes static/css/screen-tokens.css: the same tokens, without.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

HEAD = "/* tokens.css for old browsers, written by script/generate. Edit tokens.css. */\n"
COMMENT = re.compile(r"\s*/\*.*?\*/", re.S)
TOO_NEW = ":is("
LIGHT_BY_CHOICE = ':root[data-theme="light"]'
LIGHT_BY_SYSTEM = ':root:not([data-theme="dark"])'


class Rule(NamedTuple):
    """A rule: its selectors, and the value of each token in light and in dark."""

    selectors: tuple[str, ...]
    tokens: dict[str, tuple[str, str]]

    def under(self, root: str) -> str:
        """Return the selector that holds only if `root` is the root."""
        found = (
            root if each == ":root" else f"{root}{each}, {root} {each}" for each in self.selectors
        )
        return ", ".join(found)


def plain_tokens(text: str) -> str:
    """Return the text of screen-tokens.css for that of tokens.css. Dark is the default."""
    rules = [rule for rule in _rules(text) if rule.tokens]
    changing = [
        rule._replace(tokens={name: both for name, both in rule.tokens.items() if len({*both}) > 1})
        for rule in rules
    ]
    changing = [rule for rule in changing if rule.tokens]
    dark = (_written(", ".join(rule.selectors), rule, 1) for rule in rules)
    by_system = (_written(rule.under(LIGHT_BY_SYSTEM), rule, 0, "  ") for rule in changing)
    by_choice = (_written(rule.under(LIGHT_BY_CHOICE), rule, 0) for rule in changing)
    system = "".join(by_system)
    media = f"\n@media (prefers-color-scheme: light) {{\n{system}}}\n\n"
    return "".join([HEAD, *dark, media, *by_choice])


def in_both(value: str) -> tuple[str, str]:
    """Return a value in light and in dark: "light-dark(a, b)" is a and b.

    Raises ValueError for one colour.
    """
    if not value.startswith("light-dark("):
        return value, value
    inside, depth = value.removeprefix("light-dark(").removesuffix(")"), 0
    for at, letter in enumerate(inside):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            return inside[:at].strip(), inside[at + 1 :].strip()
    raise ValueError(f"one colour only: {value}")


def _rules(text: str) -> Iterator[Rule]:
    """Yield the rules for everybody that old browsers understand."""
    layer = COMMENT.sub("", text).partition("@layer tokens {")[2].partition("@media")[0]
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", layer):
        if TOO_NEW in selector:
            continue
        lines = (each.strip().partition(":") for each in body.split(";"))
        tokens = {
            name: in_both(" ".join(value.split()))
            for name, _, value in lines
            if name.startswith("--")
        }
        yield Rule(tuple(" ".join(each.split()) for each in selector.split(",")), tokens)


def _written(selector: str, rule: Rule, which: int, indent: str = "") -> str:
    lines = "".join(f"{indent}  {name}: {both[which]};\n" for name, both in rule.tokens.items())
    return f"{indent}{selector} {{\n{lines}{indent}}}\n"
