"""The browser tests visit every page."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import User
from tests.fixtures import As
from tests.support.people import registered
from tests.system.e2e.pages import FOR_ACCOUNTS, FOR_ALL, FOR_GUESTS

VISITED = {path.partition("?")[0] for path in (*FOR_ALL.values(), *FOR_GUESTS, *FOR_ACCOUNTS)}
# Only after a step of what other tests do.
OTHERWISE_SEEN = {"/password/reset/sent/", "/password/reset/done/", "/password/reset/complete/"}


def plain_paths(patterns: list[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """Yield the paths of the site that have no parameters."""
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLPattern):
            if not each.pattern.converters and not each.pattern.regex.groups:
                yield path
        elif each.app_name != "admin":
            yield from plain_paths(each.url_patterns, path)


def test_it_has_every_page_without_parameters(outsider: Client, signed_in: As, guest: User) -> None:
    browsers = outsider, signed_in(guest), signed_in(registered("Alice"))
    missing = {
        path
        for path in plain_paths(get_resolver().url_patterns)
        for browser in browsers
        if (answer := browser.get(path)).status_code == 200
        and answer["Content-Type"].startswith("text/html")
        and path not in VISITED | OTHERWISE_SEEN
    }
    assert missing == set()


@pytest.mark.parametrize("path", sorted(VISITED))
def test_each_of_them_exists(path: str, outsider: Client, signed_in: As, guest: User) -> None:
    browsers = outsider, signed_in(guest), signed_in(registered("Alice"))
    assert 200 in {browser.get(path).status_code for browser in browsers}
