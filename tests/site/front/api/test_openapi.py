"""The OpenAPI document is current and complete, and every answer matches it."""

import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import URLPattern, get_resolver
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django.fixtures import Settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from games.models import User
from games.people.accounts.tokens import begin_session
from games.platform.clock import day_of, utc_now
from games.site.events.daily.opening import open_dailies
from games.site.front.api.openapi import ENDPOINTS, document
from games.site.shared.answers.types import NoQuery
from tests.examples import examples
from tests.site.events.cards.revealing import open_card, revealed
from tests.support.played import finished_game, new_game

pytestmark = pytest.mark.registered

QUESTIONS = [
    (mode, endpoint.method, f"/api/v1/{endpoint.path}")
    for mode in GenerationMode
    for endpoint in ENDPOINTS.values()
    # Any text may be a name or a code: only other parameters can be invalid.
    if mode is GenerationMode.POSITIVE or endpoint.query is not NoQuery or endpoint.body is not None
]
EXAMPLES = 30


def test_it_is_served_and_written_down(api: Client, settings: Settings) -> None:
    assert api.get("/api/v1/openapi.json").json() == document()
    assert json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text()) == document()


def test_it_describes_every_path_there_is() -> None:
    names = {
        pattern.name
        for pattern in get_resolver("games.site.front.api.urls").url_patterns
        if isinstance(pattern, URLPattern) and pattern.name not in (None, "api")
    }
    described = {f"api-{id_.replace('_', '-')}" for id_ in ENDPOINTS}
    assert names == {*described, "api-openapi"}


@pytest.fixture
def known(alice: User, bob: User, guest: User, settings: Settings) -> dict[str, list[str]]:
    """Existing names and codes for paths: invented ones are never found."""
    free = dict.fromkeys(("api", "api-guest", "api-room", "room"), (10**6, 1))
    settings.LIMITS = {**settings.LIMITS, **free}
    settings.ALLOWED_HOSTS = ["*"]
    games = [finished_game(alice, bob, rated=True), new_game(bob, guest)]
    open_dailies(utc_now())
    cards = [open_card(alice), revealed(open_card(bob))]
    return {
        "code": [*(game.code for game in games), *(card.code for card in cards)],
        "name": ["Alice", "bob"],
        "variant": ["yacht", "yatzy"],
        "dice": ["55512"],
        "date": [day_of(utc_now()).isoformat()],
    }


@pytest.fixture
def token(guest: User) -> str:
    return begin_session(guest)


@pytest.fixture
def connected() -> Iterator[None]:
    """Keep the connection open after a request, and with it the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("connected")
@pytest.mark.parametrize(("mode", "method", "path"), QUESTIONS)
def test_it_is_kept_by_every_answer(
    mode: GenerationMode, method: str, path: str, known: dict[str, list[str]], token: str
) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    operation = schema[path][method]
    cases = [operation.as_strategy(mode)]
    names = re.findall(r"{(\w+)}", path)
    for values in itertools.product(*(known[name] for name in names)) if names else ():
        found = dict(zip(names, values, strict=True))
        cases.append(operation.as_strategy(mode, path_parameters=found))

    @given(case=st.one_of(cases))
    @hypothesis_settings(
        max_examples=examples(EXAMPLES),
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: schemathesis.Case[Any]) -> None:
        # A cursor may have the right form and still not be one that the API gave.
        case.call_and_validate(
            excluded_checks=[positive_data_acceptance],
            # This client decompresses nothing.
            headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"},
        )

    ask()
