"""Addresses that carry a language: `/de/learn/` is the page `/learn/` in German.

A search engine keeps one page for each address, and a link that somebody sends shows them the page
in the language that they saw. Routes with `in_each_language` have such addresses; tables, games and
all that belongs to one person keep one address for all languages.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse

View = TypeVar("View", bound=Callable[..., Any])
MARK = "in_each_language"
FIRST = re.compile(r"/([a-z]{2}(?:-[a-z]{2,4})?)(/.*)", re.DOTALL)


class LanguageAddress(NamedTuple):
    """A page's address in parts: the language, `de`, and the path of the page, `/learn/`."""

    language: str
    path: str

    @property
    def is_ours(self) -> bool:
        """Whether the site speaks the language."""
        return self.language in dict(settings.LANGUAGES)


def in_each_language(view: View) -> View:
    """Let a view have an address in each language. For `urls.py`."""
    setattr(view, MARK, True)
    return view


def read_address(path: str) -> LanguageAddress | None:
    """Return the parts of an address with a language, also of one that the site does not speak.

    None: the path begins with no language, or no page behind it has such addresses.
    """
    found = FIRST.fullmatch(path)
    if found is None or not has_languages(found[2]):
        return None
    return LanguageAddress(found[1], found[2])


def has_languages(path: str) -> bool:
    """Whether the page at this path has an address in each language."""
    try:
        return hasattr(resolve(path).func, MARK)
    except Resolver404:
        return False


def in_language(language: str, path: str) -> str:
    """Return the address of a page in a language."""
    return f"/{language}{path}"


def language_of_address(request: HttpRequest) -> str | None:
    """Return the language that the request's address carries."""
    address: LanguageAddress | None = getattr(request, "language_address", None)
    return None if address is None else address.language


def page_address(request: HttpRequest, route: str, *args: object) -> str:
    """Return the address of a page, in the language that the request's address carries."""
    return as_spoken(request, route, reverse(route, args=args))


def as_spoken(request: HttpRequest, route: str, address: str) -> str:
    """The same, for the page's address without language."""
    language = language_of_address(request)
    return address if language is None or route not in routes() else in_language(language, address)


@cache
def routes() -> frozenset[str]:
    """Return the names of the routes that have an address in each language."""
    return frozenset(_routes(get_resolver()))


def _routes(resolver: URLResolver) -> Iterator[str]:
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            yield from _routes(each)
        elif isinstance(each, URLPattern) and each.name and hasattr(each.callback, MARK):
            yield each.name
