"""The material of previews: a table, dice, avatars, and the colours of a picture.

`script/make preview_art` makes the files from the site's own style sheets, dice and drawings.
"""

import json
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, WebPImagePlugin

DESIGN = 1
"""Increase it when pictures look different, so that nobody keeps an old one."""
WIDTH, HEIGHT = 1200, 630
FOLDER = Path(__file__).parent / "art"
AVATAR = 160
"""Width and height of an avatar in `art/avatars.webp`."""
SHARPER = 4
"""Shapes are drawn this many times larger and then shrunk, so that their edges are smooth."""
# Load formats at import: with the first picture, this would delay everybody's moves by 50 ms.
Image.preinit()
FORMATS = (WebPImagePlugin.WebPImageFile.format, "PNG")

Size = tuple[int, int]
Colour = tuple[int, int, int]

IVORY: Colour = (251, 246, 233)
MUTED: Colour = (192, 205, 209)
BRASS: Colour = (227, 192, 119)
INK: Colour = (20, 41, 59)
SLATE: Colour = (81, 96, 107)
PAPER: Colour = (255, 253, 247)
TINT: Colour = (244, 237, 223)
HAIR: Colour = (222, 213, 195)
DEEP: Colour = (12, 38, 56)
RIM: Colour = (201, 176, 120)
RED: Colour = (189, 58, 36)
GREEN: Colour = (96, 168, 116)
METALS: tuple[Colour, ...] = ((227, 192, 119), (195, 202, 208), (207, 150, 104))
"""The colours of the first three places."""


@cache
def picture(name: str) -> Image.Image:
    """Return a picture of `art`. Never draw on it."""
    with Image.open(FOLDER / f"{name}.webp", formats=FORMATS) as found:
        return found.convert("RGB" if name == "table" else "RGBA")


@lru_cache(16)
def resized(name: str, share: float) -> Image.Image:
    """Return a picture of `art` at `share` of its size. Never draw on it."""
    whole = picture(name)
    size = (round(whole.width * share), round(whole.height * share))
    return whole if share == 1 else whole.resize(size, Image.Resampling.LANCZOS)


@cache
def palette() -> Image.Image:
    with Image.open(FOLDER / "palette.png", formats=FORMATS) as found:
        found.load()
        return found


@cache
def _places() -> dict[str, tuple[int, int]]:
    """Return the row and column of each avatar, or of a flag, in `art/avatars.webp`."""
    rows: list[list[str]] = json.loads((FOLDER / "avatars.json").read_text())
    return {name: (row, at) for row, names in enumerate(rows) for at, name in enumerate(names)}


def _part(name: str, height: int) -> Image.Image:
    row, column = _places()[name]
    left, top = column * AVATAR, row * AVATAR
    return picture("avatars").crop((left, top, left + AVATAR, top + height))


@lru_cache(256)
def avatar(name: str, size: int) -> Image.Image:
    """Return an avatar (games/people/accounts/avatars.py) as a disc with a thin rim, `size` px
    wide.
    """
    whole = Image.new("RGBA", (AVATAR, AVATAR))
    if name.isupper():
        for at, letter in enumerate(name[:2]):
            whole.paste(_part(letter, AVATAR // 2), (0, at * AVATAR // 2))
    elif name in _places():
        whole.paste(_part(name, AVATAR), (0, 0))
    small = whole.resize((size, size), Image.Resampling.LANCZOS)
    if not name.startswith("bot-"):
        small.putalpha(rounded((size, size), size // 2))
    small.paste((*RIM, 255), (0, 0), ring((size, size), size // 2, max(2, size // 36)))
    return small


@lru_cache(64)
def rounded(size: Size, radius: int) -> Image.Image:
    """Return a mask: a rectangle with round corners."""
    large = (size[0] * SHARPER, size[1] * SHARPER)
    mask = Image.new("L", large)
    box = (0, 0, large[0] - 1, large[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * SHARPER, fill=255)
    return mask.resize(size, Image.Resampling.BOX)


@lru_cache(32)
def ring(size: Size, radius: int, width: int) -> Image.Image:
    """Return a mask: the line around a rectangle with round corners."""
    large = (size[0] * SHARPER, size[1] * SHARPER)
    mask = Image.new("L", large)
    box = (0, 0, large[0] - 1, large[1] - 1)
    ImageDraw.Draw(mask).rounded_rectangle(
        box, radius * SHARPER, outline=255, width=width * SHARPER
    )
    return mask.resize(size, Image.Resampling.BOX)
