"""A page's information for apps that preview it: title, description, picture."""

from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, gettext

from games.site.shared.sharing.material import DESIGN

LOCALES = {"en": "en_US", "de": "de_DE"}
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
    return Preview(f"{path}?v={DESIGN}-{version}", alt, title, description)


def site_preview() -> Preview:
    """Return the preview for all pages without one of their own."""
    return preview("site", version=0, alt=gettext("Yacht: five dice on a table"))


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
