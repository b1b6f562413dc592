"""Template filters for what people typed, in every template without `{% load %}`.

A filter takes one text, or a list of them, which it joins with commas.
"""

from collections.abc import Callable, Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.platform.language import direction

register = template.Library()
COMMA = ", "


@register.filter
def named(names: str | Iterable[str] | None) -> SafeString:
    return _joined(direction.named, names)


@register.filter
def typed(texts: str | Iterable[str] | None) -> SafeString:
    """Return the title of an event, a reason, or a line of chat as markup, for a page."""
    return _joined(direction.typed, texts)


@register.filter
def isolated(texts: str | Iterable[str] | None) -> str:
    """Return a name or a title for a text without markup: a title, an attribute, a mail."""
    return COMMA.join(map(direction.isolated, _list(texts)))


def _joined(mark: Callable[[str], SafeString], texts: str | Iterable[str] | None) -> SafeString:
    return format_html_join(COMMA, "{}", ((mark(text),) for text in _list(texts)))


def _list(texts: str | Iterable[str] | None) -> list[str]:
    texts = [texts] if isinstance(texts, str) else texts or ()
    return [str(text) for text in texts if text]
