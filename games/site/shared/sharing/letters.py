"""Text in pictures: fonts, kerning, and what to do with letters that they lack.

Not every machine has a text shaping library, so text is laid out here, and a picture is the same
everywhere. This is enough for Latin, Greek and Cyrillic. Other scripts are not drawn at all.
"""

import json
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import ImageDraw, ImageFont

from games.site.shared.sharing.material import FOLDER, Colour

DISPLAY, TEXT, OTHERS = "young-serif", "figtree", "noto-sans"
"""Headlines; all other text; words with letters that these lack."""
ELLIPSIS = "…"
ONE_LINE = 0.74
"""How small letters may get, as a share of the largest size, to save a second line."""


class Piece(NamedTuple):
    """A part of a text that one call draws. `at`: its distance from the beginning, in px."""

    at: float
    text: str
    font: ImageFont.FreeTypeFont


@cache
def _letters(family: str) -> frozenset[str]:
    data = json.loads((FOLDER / "letters.json").read_text())
    return frozenset(data[family])


@cache
def _kerning(family: str) -> dict[str, int]:
    """Return by how much pairs of letters move together, in thousandths of the size."""
    data: dict[str, dict[str, str]] = json.loads((FOLDER / "kerning.json").read_text())[family]
    return {
        first + second: int(value)
        for first, row in data.items()
        for value, seconds in row.items()
        for second in seconds
    }


@lru_cache(64)
def _font(family: str, size: int) -> ImageFont.FreeTypeFont:
    path = FOLDER / f"{family}.woff2"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def is_drawable(text: str) -> bool:
    return all(_family(word, TEXT) is not None for word in text.split())


def family_of(text: str, wanted: str) -> str:
    """Return the one family to draw a whole text in: `wanted`, if it has all letters."""
    return _family(text.replace(" ", ""), wanted) or wanted


def _family(word: str, wanted: str) -> str | None:
    families = (wanted, TEXT, OTHERS)
    return next((family for family in families if _letters(family).issuperset(word)), None)


def pieces(text: str, family: str, size: int, spacing: float = 0) -> tuple[list[Piece], float]:
    """Return a text as pieces, and its width in px. `spacing`: between letters.

    A word is drawn in one font: in `family`, or in the first other one that has its letters.
    """
    found: list[Piece] = []
    at = 0.0
    for number, word in enumerate(text.split(" ")):
        if number:
            at += _font(family, size).getlength(" ") + spacing
        chosen = _family(word, family) or family
        at = _add(found, word, chosen, size, at, spacing)
    return found, at


def _add(found: list[Piece], word: str, family: str, size: int, at: float, spacing: float) -> float:
    """Add the pieces of a word that begins at `at`, and return where it ends."""
    font, kerning = _font(family, size), _kerning(family)
    begin = 0
    for end in range(1, len(word) + 1):
        moved = kerning.get(word[end - 1 : end + 1], 0) if end < len(word) else 0
        if end < len(word) and not moved and not spacing:
            continue
        part = word[begin:end]
        found.append(Piece(at, part, font))
        at += font.getlength(part) + moved * size / 1000 + spacing
        begin = end
    return at


@lru_cache(1024)
def width(text: str, family: str, size: int, spacing: float = 0) -> float:
    """Return how wide a text is, in px."""
    return pieces(text, family, size, spacing)[1]


def write(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    family: str,
    size: int,
    colour: Colour,
    spacing: float = 0,
) -> float:
    """Draw a text, and return its width. `place`: the left end of its base line."""
    found, wide = pieces(text, family, size, spacing)
    for piece in found:
        spot = (place[0] + piece.at, place[1])
        pen.text(spot, piece.text, font=piece.font, fill=colour, anchor="ls")
    return wide


def cut(text: str, family: str, size: int, room: float) -> str:
    """Return a text that fits into `room` px: its beginning, if it is too long."""
    if width(text, family, size) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        shorter = text[:end].rstrip() + ELLIPSIS
        if width(shorter, family, size) <= room:
            return shorter
    return ELLIPSIS


def wrap(text: str, family: str, size: int, room: float) -> list[str]:
    """Return a text in lines of at most `room` px; a longer word has its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, family, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitted(
    text: str, family: str, sizes: tuple[int, ...], room: float, most: int, high: float
) -> tuple[int, list[str]]:
    """Return the largest of `sizes` in which a text fits, and its lines: at most `most` lines of
    `room` px, with sizes that add up to at most `high` px.

    One line is better than two lines with slightly larger letters. What does not fit in the
    smallest size is cut off.
    """
    for size in sizes:
        if size >= ONE_LINE * sizes[0] and width(text, family, size) <= room:
            return size, [text]
    for size in sizes:
        lines = wrap(text, family, size, room)
        fits = all(width(line, family, size) <= room for line in lines)
        if fits and len(lines) <= most and len(lines) * size <= high:
            return size, balanced(text, family, size, room, len(lines))
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return size, [cut(line, family, size, room) for line in kept]


def balanced(text: str, family: str, size: int, room: float, count: int) -> list[str]:
    """Return a text in `count` lines whose longest one is about as short as possible."""
    lines = wrap(text, family, size, room)
    while room > size:
        room -= size / 2
        shorter = wrap(text, family, size, room)
        if len(shorter) > count or max(width(line, family, size) for line in shorter) > room:
            break
        lines = shorter
    return lines
