"""What a page says about itself to apps that preview it: title, description, picture."""

from typing import NamedTuple

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_language, gettext

from games.sharing.material import DESIGN

LOCALES = {"en": "en_US", "de": "de_DE"}
"""What Open Graph calls our languages."""


class Preview(NamedTuple):
    """The preview of a page. `path`: of its picture; `alt`: what is to be seen on it; `title` and
    `description`: empty if they are those of the page.
    """

    path: str
    alt: str
    title: str = ""
    description: str = ""


def preview(
    name: str, *key: str, version: object, alt: str, title: str = "", description: str = ""
) -> Preview:
    """Return the preview whose picture has the URL `preview-`name with the arguments `key`.

    `version` changes whenever the picture may have changed, and its address with it: so everybody
    may keep what they have.
    """
    path = reverse(f"preview-{name}", args=[get_language() or settings.LANGUAGE_CODE, *key])
    return Preview(f"{path}?v={DESIGN}-{version}", alt, title, description)


def site_preview() -> Preview:
    """Return the preview of all pages that have none of their own."""
    return preview("site", version=0, alt=gettext("Yacht: five dice on a table"))


def absolute(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path, as other sites need it; the path alone if the request
    names a host that is not ours, as that of an error page may.
    """
    # Not build_absolute_uri(), which takes the beginning of a path such as "//[x" for a host.
    path = iri_to_uri(path)
    try:
        site = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return path
    return f"{site}{path}"
