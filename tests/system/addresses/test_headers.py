"""Headers that no browser sends: no address answers 500 to them, with a CSRF token or without."""

import pytest
from django.test import Client, override_settings

from tests.support.people import BACKEND, passes_second_factor
from tests.support.visits import Visitor, failures
from tests.system.addresses.every_address import Site, make_site, routes

# What oEmbed says of a form other than JSON, by its specification.
pytestmark = pytest.mark.logs_errors("django.request: Not Implemented: /oembed")
TEXTS = ["http://[", "http://a:b/", "\xff", "x" * 3000, "", "W/", "bytes=-1-", ",;q=;q=x"]
READ = ["Origin", "Referer", "Accept", "Accept-Language", "Sec-Fetch-Mode", "If-None-Match"]
READ += ["If-Modified-Since", "Range", "User-Agent", "X-CSRFToken", "X-Forwarded-For"]


@pytest.fixture
def site(db: None) -> Site:
    return make_site()


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_no_header_is_an_error(site: Site, text: str, signed_in: bool) -> None:
    client = Client(enforce_csrf_checks=True)
    if signed_in:
        client.force_login(site.people["staff"], backend=BACKEND)
        client = passes_second_factor(client)
    visitor = Visitor(client)
    headers = dict.fromkeys(READ, text)
    wrong = []
    with failures() as raised, override_settings(INVITE_ONLY=True):
        for route in routes():
            for method, fields in (("GET", None), ("POST", {"name": "Eve"})):
                status = visitor.ask(method, site.path(route), fields, headers=headers)
                if status == 500 or raised:
                    wrong.append(f"{method} {route.path}: {raised}")
                    raised.clear()
    assert wrong == []
    assert visitor.asked > 200
