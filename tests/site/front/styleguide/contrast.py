"""Colours of `static/css/tokens.css` and their contrast, computed from the text of the file.

Contrast as WCAG 2.2 defines it (relative luminance of sRGB colours).
"""

import re
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

TOKENS, _, MORE = re.sub(
    r"/\*.*?\*/",
    "",
    (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text(),
    flags=re.S,
).partition("@media (prefers-contrast: more) {")
BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMA = re.compile(r",(?![^(]*\))")  # not in parentheses
DECLARATION = re.compile(r"(--[\w-]+)\s*:\s*([^;]+);")


class Colour(NamedTuple):
    """Red, green and blue from 0 to 255, and opacity from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1


def tokens(scheme: str, **looks: str) -> dict[str, str]:
    """Return the values of all tokens in "light" or "dark", with looks such as felt="green".
    `prefers="more"`: for people who have asked their system for more contrast.
    """
    prefers = looks.pop("prefers", "")
    matching = [f'[data-{name}-look="{look}"]' for name, look in looks.items() if name != "pips"]
    if "pips" in looks:
        matching.append(f'[data-pips="{looks["pips"]}"]')
    found: dict[str, str] = {}
    for selectors, body in BLOCK.findall(TOKENS):
        if any(_matches(each.strip(), matching) for each in COMMA.split(selectors)):
            found.update((name, value.strip()) for name, value in DECLARATION.findall(body))
    if prefers:
        found.update((name, value.strip()) for name, value in DECLARATION.findall(MORE))
    return {name: _scheme(value, scheme) for name, value in found.items()}


def _matches(selector: str, attributes: list[str]) -> bool:
    """Return whether an element with these attributes, which is the root, matches."""
    selector = selector.rsplit("\n", 1)[-1].strip().removeprefix(":root")
    return all(
        _any_of(part, attributes)
        for part in re.findall(r":is\([^)]*\)|\[[^\]]*\]|[^:\[\]]+", selector)
    )


def _any_of(part: str, attributes: list[str]) -> bool:
    choices = part.removeprefix(":is(").removesuffix(")").split(", ")
    return any(each in attributes for each in choices)


def _scheme(value: str, scheme: str) -> str:
    pair = re.fullmatch(r"light-dark\((#\w+|rgb\([^)]*\)), (#\w+|rgb\([^)]*\))\)", value)
    return value if pair is None else pair[1 if scheme == "light" else 2]


def colour(name: str, values: dict[str, str]) -> Colour:
    """Return the colour of a token, through the tokens that it names."""
    value = values[name]
    while used := re.fullmatch(r"var\((--[\w-]+)\)", value):
        value = values[used[1]]
    if parts := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", value):
        return Colour(*(float(part) for part in parts.groups()))
    digits = value.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    assert re.fullmatch(r"[0-9a-fA-F]{6}", digits), f"{name}: {value}"
    return Colour(*(int(digits[at : at + 2], 16) for at in (0, 2, 4)))


def over(front: Colour, back: Colour) -> Colour:
    mixed = (front.alpha * f + (1 - front.alpha) * b for f, b in zip(front[:3], back, strict=False))
    return Colour(*mixed)


def luminance(of: Colour) -> float:
    """Return the relative luminance, from 0 (black) to 1 (white)."""
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (of.red / 255, of.green / 255, of.blue / 255)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(front: Colour, back: Colour) -> float:
    """Return the contrast ratio, from 1 to 21. `back` is opaque."""
    lights = luminance(over(front, back)), luminance(back)
    return (max(lights) + 0.05) / (min(lights) + 0.05)
