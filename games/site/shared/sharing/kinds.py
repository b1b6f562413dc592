"""Kinds of pages with a preview of their own: each feature lists its own in its `preview.py`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.urls import URLPattern

from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.names import translated_name
from games.site.shared.sharing.contents import Content, Person, shown_name

PICTURE = r"^preview/(?P<language>[a-z-]{2,10})"
"""How the address of a picture begins. Each language has its own pictures."""
DOT = " · "
MAX_ROWS = 4


class Found(NamedTuple):
    """The content of a picture. `is_final`: whether it will look the same for ever."""

    content: Content
    is_final: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of pages. Their pictures are at the URL `preview-`name.

    `url` makes that URL: a call of `path` or `re_path` without view and name. `read` gets the parts
    of the address, as text by their names, and returns what to draw in the current language: only
    what the page itself would show a stranger. None: there is no such thing, or strangers may not
    see it.
    """

    name: str
    url: Callable[..., URLPattern]
    read: Callable[..., Found | None]


def person_of(player: User, number: int) -> Person:
    """Return a player for a picture. `number`: what to show if nobody can draw their name."""
    return Person(shown_name(translated_name(player.name), number + 1), avatar_of(player))
