"""Template tags for the language of the page."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.people.accounts.names import translated_name
from games.platform.bundling import has_bundles, script_address
from games.platform.language import ENGLISH, in_percent
from games.site.shared.pages.places import place_of

register = template.Library()
MINUS = "\N{MINUS SIGN}"


@register.filter
def shown_name(name: str) -> str:
    """Return the name of a player as pages show it. The name of a deleted account is translated."""
    return translated_name(name)


@register.filter
def percent(value: float | str, digits: int = 0) -> str:
    return in_percent(value, digits)


@register.filter
def signed(value: float, digits: int = 0) -> str:
    """Return a number with its sign, as in +3 or -2, rounded to so many digits."""
    text = f"{value:+.{digits}f}"
    if not text.strip("+-0."):
        return number_format(text[1:])
    return number_format(text).replace("-", MINUS)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    return list(settings.LANGUAGES)


@register.simple_tag
def is_unconfirmed() -> bool:
    """Whether no native speaker has confirmed the texts of this language."""
    return (get_language() or settings.LANGUAGE_CODE) not in settings.CONFIRMED_LANGUAGES


@register.simple_tag(takes_context=True)
def place(context: dict[str, Any]) -> str:
    """Return the query that tells the form about texts which page it is about; "" for none."""
    request = context.get("request")
    found = "" if request is None else place_of(request)
    return f"?{urlencode({'at': found})}" if found else ""


@register.simple_tag(takes_context=True)
def browser_messages(context: dict[str, Any]) -> SafeString | str:
    """Return the script element with the translations for the browser; "" in English, and with
    bundles, which have them.

    Deferred scripts and modules run in the order of the page: put it before the first module.
    """
    language = get_language() or settings.LANGUAGE_CODE
    if language == ENGLISH or has_bundles():
        return ""
    nonce = getattr(context.get("request"), "csp_nonce", "")
    return format_html(
        '<script defer src="{}" nonce="{}"></script>', script_address(language), nonce
    )
