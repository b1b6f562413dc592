"""The admin answers numbers that are none, and unknown parameters, without an error."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.support.people import BACKEND, passes_second_factor
from tests.support.visits import Visitor, failures
from tests.system.addresses.every_address import make_site
from tests.system.addresses.test_numbers import LONG, PADDED

TEXTS = [LONG, PADDED, "9" * 19, "-1", "²", "\0", "1.5", ""]
PARAMETERS = ("p", "o", "q", "e", "all", "id__exact", "pk", "_to_field", "_popup", "object_id")


def addresses(patterns: list[Any], before: str) -> Iterator[str]:
    """Yield the path of each route of the admin, with "<>" where one names a row."""
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, path)
        elif isinstance(each, URLPattern):
            for name in ("<path:object_id>", "<id>", "<int:content_type_id>"):
                path = path.replace(name, "<>")
            yield path


def paths() -> list[str]:
    (found,) = (
        each
        for each in get_resolver().url_patterns
        if isinstance(each, URLResolver) and each.app_name == "admin"
    )
    return [path for path in addresses(found.url_patterns, "/admin/") if "(?P" not in path]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["rows", "parameters"])
def test_no_number_is_an_error(db: None, kind: str) -> None:
    site = make_site()
    client = Client()
    client.force_login(site.people["staff"], backend=BACKEND)
    visitor = Visitor(passes_second_factor(client))
    found = set()
    assert len(paths()) > 40
    assert len(admin.site._registry) > 5
    with failures() as raised:
        for path, query in cases(kind):
            status = visitor.ask("GET", path, QUERY_STRING=query)
            if status >= 500 or raised:
                found.add(f"{path[:60]}?{query[:40]}: {raised or status}")
                raised.clear()
    assert found == set()


def cases(kind: str) -> Iterator[tuple[str, str]]:
    for path in paths():
        if kind == "rows":
            yield from (
                (path.replace("<>", quote(text, safe="")), "") for text in TEXTS if "<>" in path
            )
        elif "<>" not in path:
            for name in PARAMETERS:
                yield from ((path, f"{name}={quote(text)}") for text in TEXTS[1:3])
