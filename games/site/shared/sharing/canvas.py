"""A picture while it is drawn: a table and the things on it."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from games.site.shared.sharing import letters
from games.site.shared.sharing.letters import DISPLAY, TEXT
from games.site.shared.sharing.material import (
    BRASS,
    DEEP,
    HAIR,
    HEIGHT,
    INK,
    IVORY,
    METALS,
    MUTED,
    PAPER,
    SLATE,
    Colour,
    avatar,
    palette,
    picture,
    resized,
    ring,
    rounded,
)

LEFT, RIGHT, TOP, BOTTOM = 74, 1126, 66, 566
"""Only dice and cards come nearer to the edge."""
MARK = 58
"""Width of the mark of the site."""
BRAND_ROOM = 460
"""Width of the name of the site, at most."""
EYEBROW_SPACING = 3.0
COMPRESSION = 6
"""9 takes five times as long, for 3 % fewer bytes."""


class Canvas:
    """A picture of the size of a preview."""

    def __init__(self, site: str, logo: bytes | None = None) -> None:
        """`site`: its name. `logo`: a square PNG that we have drawn; None for the boat."""
        self.site = site
        self.logo = logo
        self.image = picture("table").copy()
        self.pen = ImageDraw.Draw(self.image)

    def encode(self) -> bytes:
        few = self.image.quantize(palette=palette(), dither=Image.Dither.NONE)
        found = io.BytesIO()
        few.save(found, "PNG", compress_level=COMPRESSION)
        return found.getvalue()

    def write(
        self,
        place: tuple[float, float],
        text: str,
        size: int,
        colour: Colour = IVORY,
        family: str = TEXT,
        anchor: str = "left",
    ) -> float:
        """Write a line, and return its width. `place`: the left end of its base line, or the right
        end ("right") or the middle ("middle").
        """
        wide = letters.width(text, family, size)
        left = place[0] - {"left": 0.0, "middle": wide / 2, "right": wide}[anchor]
        letters.write(self.pen, (left, place[1]), text, family, size, colour)
        return wide

    def lines(
        self,
        place: tuple[float, float],
        text: str,
        sizes: tuple[int, ...],
        room: float,
        most: int,
        colour: Colour = IVORY,
        family: str = DISPLAY,
        apart: float = 1.12,
        high: float = HEIGHT,
    ) -> float:
        """Write a text in at most `most` lines, `high` px in all. `place`: the left end above the
        first one. Return where the next thing may begin.
        """
        size, found = letters.fitted(text, family, sizes, room, most, high / apart)
        left, top = place
        for number, line in enumerate(found):
            self.write((left, top + size * (0.8 + apart * number)), line, size, colour, family)
        return top + size * (apart * len(found))

    def brand(self, text: str = "") -> None:
        """Draw the mark of the site in the upper left corner, and `text` beside it."""
        self.mark()
        family = letters.family_of(self.site, DISPLAY)
        name = letters.cut(self.site, family, 42, BRAND_ROOM)
        wide = self.write((LEFT + 74, TOP + 39), name, 42, IVORY, family)
        if text:
            self.eyebrow((LEFT + 74 + wide + 26, TOP + 37), text)

    def mark(self) -> None:
        """Lay down the logo, or the boat, in the upper left corner."""
        mark = resized("brand", MARK / picture("brand").width)
        if self.logo is not None:
            with Image.open(io.BytesIO(self.logo), formats=("PNG",)) as opened:
                mark = opened.convert("RGBA").resize((MARK, MARK), Image.Resampling.LANCZOS)
        self.image.paste(mark, (LEFT, TOP - 4), mark)

    def eyebrow(self, place: tuple[float, float], text: str, room: float = 720) -> None:
        fitting = letters.cut(text.upper(), TEXT, 25, room - EYEBROW_SPACING * len(text))
        letters.write(self.pen, place, fitting, TEXT, 25, BRASS, EYEBROW_SPACING)

    def dice(self, name: str, place: tuple[int, int], share: float = 1.0) -> None:
        """Lay down a group of dice at `share` of its size. `place`: its upper left corner."""
        group = resized(name, share)
        self.image.paste(group, place, group)

    def avatar(self, name: str | None, place: tuple[int, int], size: int) -> None:
        """Draw an avatar, or a blank disc for somebody without one."""
        if name is None:
            self.shape(place, (size, size), size // 2, SLATE)
        else:
            drawn = avatar(name, size)
            self.image.paste(drawn, place, drawn)

    def shape(
        self,
        place: tuple[int, int],
        size: tuple[int, int],
        radius: int,
        colour: Colour,
        alpha: float = 1,
    ) -> None:
        """Draw a rectangle with round corners."""
        mask = rounded(size, radius)
        if alpha < 1:
            mask = mask.point(lambda value: round(value * alpha))
        self.image.paste(colour, (*place, place[0] + size[0], place[1] + size[1]), mask)

    def outline(
        self,
        place: tuple[int, int],
        size: tuple[int, int],
        radius: int,
        colour: Colour,
        width: int = 3,
    ) -> None:
        mask = ring(size, radius, width)
        self.image.paste(colour, (*place, place[0] + size[0], place[1] + size[1]), mask)

    def panel(self, place: tuple[int, int], size: tuple[int, int]) -> None:
        self.shape(place, size, 18, DEEP, 0.72)
        self.outline(place, size, 18, (70, 110, 134), 2)

    def medal(self, middle: tuple[int, int], place: int | None, size: int = 44) -> None:
        """Draw a place: a coin of gold, silver or bronze for the first three."""
        corner = (middle[0] - size // 2, middle[1] - size // 2)
        foot = (middle[0], middle[1] + round(size * 0.2))
        if place is not None and place <= len(METALS):
            self.shape(corner, (size, size), size // 2, METALS[place - 1])
            self.write(foot, str(place), round(size * 0.56), INK, TEXT, "middle")
        else:
            words = "" if place is None else str(place)
            self.write(foot, words, round(size * 0.56), MUTED, TEXT, "middle")

    def paper(self, size: tuple[int, int]) -> Image.Image:
        """Return a sheet of paper to write on: lay it down with `lay`."""
        return Image.new("RGB", size, PAPER)

    def lay(self, sheet: Image.Image, place: tuple[int, int], turn: float, radius: int) -> None:
        """Lay a sheet of paper on the table, turned by `turn` degrees, with its shadow."""
        mask = rounded(sheet.size, radius)
        whole = sheet.convert("RGBA")
        whole.putalpha(mask)
        edge = ring(sheet.size, radius, 2)
        whole.paste(HAIR, (0, 0), edge)
        whole.putalpha(mask)
        turned = whole.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        shadow = turned.getchannel("A").point(lambda value: value * 2 // 5)
        for drift in (12, 7, 3):
            self.image.paste(
                (4, 16, 26), (place[0] + drift // 2, place[1] + drift), shadow.point(fainter)
            )
        self.image.paste(turned, place, turned)


def fainter(value: int) -> int:
    """Return how dark each of three layers of a shadow is."""
    return value * 2 // 3


def spread(values: Sequence[float], low: float, high: float) -> list[float]:
    """Return values as shares of the range from `low` to `high`."""
    size = (high - low) or 1
    return [(value - low) / size for value in values]
