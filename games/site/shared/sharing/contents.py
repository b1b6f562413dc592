"""The contents of pictures, in the language of their readers. Besides them, only
name and logo of the site affect a pixel.

All texts are ready to be drawn. A name with letters that the fonts lack is replaced (`shown_name`).
"""

import hashlib

import msgspec
from django.utils.translation import gettext

from games.platform.site_settings.current import DEFAULT_NAME, chosen, site_name
from games.site.shared.sharing.letters import is_drawable
from games.site.shared.sharing.material import DESIGN

GOOD, FAIR, POOR = "🟩", "🟨", "⬜"
"""The signs of a card in `DailyResults`."""


class Content(msgspec.Struct, frozen=True):
    """The base of all contents. `eyebrow`: a short line above the headline."""

    eyebrow: str
    headline: str

    @property
    def digest(self) -> str:
        """A short text that is different for everything that looks different."""
        facts = repr((DESIGN, site_name(), chosen().logo, self))
        return hashlib.sha256(facts.encode()).hexdigest()[:24]


class Person(msgspec.Struct, frozen=True):
    """Somebody at a table. `avatar`: None if they deleted their account."""

    name: str
    avatar: str | None


class PictureRow(msgspec.Struct, frozen=True):
    """A line of standings."""

    place: int | None
    person: Person
    value: str
    note: str = ""


class SmallCard(msgspec.Struct, frozen=True):
    """A filled card: for each line its name, the points of each column, and whether it is a sum."""

    owner: str
    lines: tuple[tuple[str, tuple[str, ...], bool], ...]


class Site(Content, frozen=True):
    """The site."""

    note: str = ""


class Invitation(Content, frozen=True):
    """A table. `seats`: None is a free seat. `more`: people who are not shown, such as "+9"."""

    note: str = ""
    seats: tuple[Person | None, ...] = ()
    more: str = ""
    free: str = ""


class FinishedGame(Content, frozen=True):
    """A finished game."""

    rows: tuple[PictureRow, ...] = ()
    more: str = ""
    card: SmallCard | None = None


class Profile(Content, frozen=True):
    """A player. `chart`: ratings after their last games."""

    person: Person
    value: str = ""
    label: str = ""
    facts: tuple[str, ...] = ()
    chart: tuple[int, ...] = ()


class Challenge(Content, frozen=True):
    """A daily that can be played, or whose results are still secret."""

    note: str = ""


class DailyResults(Content, frozen=True):
    """A revealed daily. `bars`: how many players had totals in each range, as shares of the highest
    number. `signs`: the winner's card as `games.site.events.daily.preview.signs` shows it.
    """

    rows: tuple[PictureRow, ...] = ()
    note: str = ""
    bars: tuple[float, ...] = ()
    signs: str = ""


class Arena(Content, frozen=True):
    """A tournament. `is_over`: the first three stand on a podium."""

    note: str = ""
    rows: tuple[PictureRow, ...] = ()
    is_over: bool = False


def shown_name(name: str, number: int) -> str:
    """Return a name, or "Player" and a number if the fonts lack its letters: never boxes."""
    return name if is_drawable(name) else gettext("Player %(number)s") % {"number": number}


def shown_site() -> str:
    """Return the name of the site, or its usual one if the fonts lack its letters."""
    name = site_name()
    return name if is_drawable(name) else DEFAULT_NAME
