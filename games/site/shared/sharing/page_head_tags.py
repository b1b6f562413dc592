"""The template tag for a page's title, description and preview."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.platform.language.addresses import in_language, routes
from games.platform.site_settings.current import site_name
from games.site.shared.sharing.head import LOCALES, Preview, absolute, site_preview
from games.site.shared.sharing.material import HEIGHT, WIDTH

register = template.Library()


class PageHead(Node):
    """`{% page_head %}title{% description %}description{% end_page_head %}`.

    Draws `shared/page_head.html`, with the `preview` in the page's context or else the preview of
    the site.
    """

    child_nodelists = ("title", "description")

    def __init__(self, title: NodeList, description: NodeList) -> None:
        self.title = title
        self.description = description

    def render(self, context: Context) -> SafeString:
        title = _plain(self.title.render(context))
        description = _plain(self.description.render(context))
        found: dict[str, Any] = {"title": title, "description": description}
        request = context.get("request")
        if request is not None:
            shown: Preview = context.get("preview") or site_preview()
            found |= {
                "preview": shown,
                "og_title": shown.title
                or mark_safe(title.removesuffix(f" · {escape(site_name())}")),  # noqa: S308
                "og_description": shown.description or description,
                "url": absolute(request, request.path),
                "image": absolute(request, shown.path),
                "languages": alternates(request),
                "locale": LOCALES.get(get_language() or ""),
                "width": WIDTH,
                "height": HEIGHT,
            }
        return render_to_string("shared/page_head.html", found)


def alternates(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the addresses of a page in each language, and the one for all: (hreflang, address).
    Nothing if it has no such addresses.
    """
    found = request.resolver_match
    if found is None or found.url_name not in routes():
        return []
    path = request.path_info
    codes = [code for code, _ in settings.LANGUAGES]
    spoken = [(code, absolute(request, in_language(code, path))) for code in codes]
    return [*spoken, ("x-default", absolute(request, path))]


def _plain(text: str) -> SafeString:
    """Return rendered text as one line that is safe in an attribute."""
    return mark_safe(" ".join(text.split()).replace('"', "&quot;"))  # noqa: S308


@register.tag("page_head")
def page_head(parser: Parser, token: Token) -> PageHead:
    title = parser.parse(("description",))
    parser.delete_first_token()
    description = parser.parse(("end_page_head",))
    parser.delete_first_token()
    return PageHead(title, description)
