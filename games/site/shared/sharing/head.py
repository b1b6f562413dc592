"""A page's information for apps that preview it: title, description, picture; and the kinds of
pages with a preview of their own, which each feature lists in its `preview.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode
from zlib import crc32

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import URLPattern, reverse
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, gettext

from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.names import translated_name
from games.platform.site_settings.current import DEFAULT_NAME, chosen, site_name
from games.site.shared.sharing.contents import Content, Person, shown_name
from games.site.shared.sharing.material import DESIGN

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


LOCALES = {
    "en": "en_US",
    "da": "da_DK",
    "de": "de_DE",
    "es": "es_ES",
    "fi": "fi_FI",
    "fr": "fr_FR",
    "it": "it_IT",
    "nb": "nb_NO",
    "nl": "nl_NL",
    "pl": "pl_PL",
    "pt-br": "pt_BR",
    "sv": "sv_SE",
}
"""Open Graph's names for our languages."""


class Preview(NamedTuple):
    """The preview of a page. `path`: the picture's path. `alt`: what the picture shows. `title` and
    `description`: empty to use the page's own.
    """

    path: str
    alt: str
    title: str = ""
    description: str = ""


def preview(
    name: str, *key: str, version: object, alt: str, title: str = "", description: str = ""
) -> Preview:
    """Return the preview whose picture has the URL `preview-`name with the arguments `key`.

    `version` must change whenever the picture may have changed. It changes the picture's address,
    so that everybody may cache the picture.
    """
    path = reverse(f"preview-{name}", args=[get_language() or settings.LANGUAGE_CODE, *key])
    return Preview(f"{path}?v={DESIGN}-{version}{_named()}", alt, title, description)


def _named() -> str:
    """Return what changes with name and logo of the site, which every picture shows."""
    name, logo = site_name(), chosen().logo
    return "" if (name, logo) == (DEFAULT_NAME, "") else f"-{crc32(f'{name}|{logo}'.encode()):x}"


def site_preview() -> Preview:
    return preview(
        "site",
        version=0,
        alt=gettext("%(site)s: five dice on a table") % {"site": site_name()},
    )


def oembed_address(request: HttpRequest) -> str:
    """Return the address at which sites learn how to embed this page: see
    `games.site.front.screen.oembed`.
    """
    query = urlencode({"url": absolute(request, request.path)})
    return absolute(request, f"{reverse('oembed')}?{query}")


def absolute(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path, for other sites. Return only the path if the request
    names a host that is not ours, which is possible for error pages.
    """
    # Not build_absolute_uri(), which takes the beginning of a path such as "//[x" for a host.
    path = iri_to_uri(path)
    try:
        site = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return path
    return f"{site}{path}"
