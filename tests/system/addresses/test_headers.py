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


def visitors(site: Site) -> list[Visitor]:
    """Nobody whom the site knows, and somebody of the staff."""
    unknown, staff = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    staff.force_login(site.people["staff"], backend=BACKEND)
    return [Visitor(unknown), Visitor(passes_second_factor(staff))]


@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.release)])
@pytest.mark.parametrize("text", TEXTS)
def test_no_header_is_an_error(site: Site, text: str, first: int) -> None:
    # The visitors take turns: each meets every address and method, with half of the texts.
    people = visitors(site)
    headers = dict.fromkeys(READ, text)
    wrong = []
    with failures() as raised, override_settings(INVITE_ONLY=True):
        for number, route in enumerate(routes(), first + TEXTS.index(text)):
            for turn, (method, fields) in enumerate((("GET", None), ("POST", {"name": "Eve"}))):
                visitor = people[(number + turn) % 2]
                status = visitor.ask(method, site.path(route), fields, headers=headers)
                if status == 500 or raised:
                    wrong.append(f"{method} {route.path}: {raised}")
                    raised.clear()
    assert wrong == []
    assert min(visitor.asked for visitor in people) > 200
