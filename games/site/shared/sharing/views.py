"""The pictures of previews, for apps that show a link.

The address names the language, because such an app sends none. It also has a version (`?v=`), which
is not read here: it changes with the picture, so that everybody may cache it.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, override
from django.views.decorators.http import require_safe

from games.core.rules import VARIANTS
from games.platform.limits.rates import LimitedError, client_address, spend
from games.site.shared.pages.etags import HOUR, not_modified
from games.site.shared.sharing.contents import Content, Site, shown_site
from games.site.shared.sharing.head import DOT, Found, Kind
from games.site.shared.sharing.picture_cache import PICTURES

MINUTE = 60
FINAL_AGE = 24 * HOUR
AGE = 5 * MINUTE

Read = Callable[[], Found | None]


@require_safe
def site(request: HttpRequest, language: str) -> HttpResponse:
    return _answer(request, language, _read_site)


def _read_site() -> Found:
    names = DOT.join(variant.name for variant in VARIANTS.values())
    note = gettext("Dice games with friends, live in your browser")
    return Found(Site(names, shown_site(), note))


def view_of(kind: Kind) -> Callable[..., HttpResponse]:
    @require_safe
    def picture(request: HttpRequest, language: str, **key: str) -> HttpResponse:
        return _answer(request, language, lambda: kind.read(**key))

    return picture


def _answer(request: HttpRequest, language: str, read: Read) -> HttpResponse:
    """Return a picture, 304 if the client has it, or 404. A client that has too many pictures drawn
    is redirected to the site's picture.
    """
    if language not in dict(settings.LANGUAGES):
        raise Http404("There is no such language.")
    with override(language):
        found = read()
    if found is None:
        raise Http404("There is no such picture.")
    etag = f'"{found.content.digest}"'
    answer = not_modified(request, etag)
    if answer is None:
        try:
            answer = HttpResponse(_picture(request, found.content), content_type="image/png")
        except LimitedError:
            return _instead(language)
    answer["ETag"] = etag
    # Other sites may show the picture, but search engines need not list it.
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, public=True, max_age=FINAL_AGE if found.is_final else AGE)
    return answer


def _picture(request: HttpRequest, content: Content) -> bytes:
    """Return a picture: kept, or drawn. Raises LimitedError."""
    kept = PICTURES.find(content.digest)
    if kept is not None:
        return kept
    if not isinstance(content, Site):
        spend("preview", client_address(request))
    return PICTURES.draw(content)


def _instead(language: str) -> HttpResponse:
    """Redirect to the picture of the site, for now."""
    answer = redirect("preview-site", language)
    patch_cache_control(answer, no_store=True)
    return answer
