"""The tag of the footer for the pages of the law."""

from django import template
from django.utils.translation import gettext, pgettext

from games.site.account.legal.texts import NAMES, existing_names

register = template.Library()


@register.simple_tag
def legal_pages() -> list[tuple[str, str]]:
    """Return the route and the title of each page that exists, privacy first."""
    return [
        ("privacy", pgettext("page of the law", "Privacy")),
        *((name, gettext(NAMES[name])) for name in existing_names()),
    ]
