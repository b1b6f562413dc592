"""A browser, or something on the way, takes the cookies away: every form says so."""

import pytest
from django.test import Client

from tests.system.addresses.every_address import make_site, routes

WORDS = "Your browser blocks cookies."
# They need no cookie: programs, the link that stops mail, the choice of a language,
# and the question for perfect play of rules, which anybody may ask.
NEEDS_NONE = {"/api/v1/<path>", "house-rules-perfect", "language", "stop-mail"}


@pytest.mark.django_db
@pytest.mark.registered
def test_every_address_that_takes_a_form_says_so() -> None:
    site = make_site()
    silent, said = {}, 0
    for route in routes():
        if route.name.startswith("api-") or route.name in NEEDS_NONE:
            continue
        answer = Client(enforce_csrf_checks=True).post(site.path(route), {"name": "Alice"})
        if answer.status_code == 403 and WORDS in answer.content.decode():
            said += 1
        else:
            silent[route.name] = answer.status_code
    assert said > 60
    assert silent == {}
