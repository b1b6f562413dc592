"""The sitemap: the public pages, in each language, for search engines."""

from collections.abc import Iterator

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.core.rules import VARIANTS
from games.people.accounts.site_rules import allows_strangers
from games.platform.language.addresses import in_language, routes
from games.site.account.legal.texts import NAMES, existing_names
from games.site.shared.pages.members_only import LISTS
from games.site.shared.sharing.head import absolute

XML = "application/xml; charset=utf-8"
ONE_DAY_S = 86400
OF_EACH_GAME = ("rules-of", "bots-of", "leaderboard", "strength-of", "analysis-of")
"""Routes with a page for each official game."""


@cache_control(max_age=ONE_DAY_S, public=True)
@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the parts of the sitemap: one for each language."""
    parts = [
        absolute(request, reverse("sitemap-part", args=[code])) for code, _ in settings.LANGUAGES
    ]
    return HttpResponse(render_to_string("home/sitemap.xml", {"parts": parts}), content_type=XML)


@cache_control(max_age=ONE_DAY_S, public=True)
@require_safe
def sitemap_part(request: HttpRequest, language: str) -> HttpResponse:
    """List the pages in a language, each with its addresses in the others."""
    codes = [code for code, _ in settings.LANGUAGES]
    if language not in codes:
        raise Http404
    pages = [
        {code: absolute(request, in_language(code, path)) for code in codes} for path in paths()
    ]
    listed = [(each[language], each.items()) for each in pages]
    text = render_to_string("home/sitemap_part.xml", {"pages": listed})
    return HttpResponse(text, content_type=XML)


def paths() -> Iterator[str]:
    """Yield the paths of the public pages, without language: lists of people only where strangers
    may see them, pages of the law only if the site has them.
    """
    left_out = {*NAMES} - {*existing_names()} | (set() if allows_strangers() else LISTS)
    for route in sorted(routes() - left_out):
        if route in OF_EACH_GAME:
            yield from (reverse(route, args=[variant]) for variant in VARIANTS)
            continue
        try:
            yield reverse(route)
        except NoReverseMatch:
            continue  # it shows one thing of many, such as one of all house rules
