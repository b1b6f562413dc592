"""No address answers 500, to nobody, whatever the operator has switched off."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client, override_settings

from games.people.accounts.site_rules import set_slow_mode
from games.platform.clock import utc_now
from games.platform.limits import rates
from games.platform.limits.rates import LimitedError
from games.record.solving import requests
from tests.environment import ROOT, SETTINGS
from tests.support.people import BACKEND, passes_second_factor
from tests.support.visits import Visitor, failures
from tests.system.addresses.every_address import (
    BODIES,
    FORMS,
    QUERIES,
    Route,
    Site,
    make_site,
    routes,
)

Switch = Callable[[], AbstractContextManager[object]]
SWITCHES_IN_DOCS = re.compile(r"^## Who may do what here$(.*?)^## ", re.MULTILINE | re.DOTALL)
NOT_ABOUT_PAGES = {
    "DEBUG": "not in public",
    "HTTPS": "redirects: tests/platform/server",
    "EMBEDDED_WORKER": "starts the worker",
    "DEMONSTRATION": "a job of the worker",
    "TOURNAMENTS": "a job of the worker",
    "LONG_CLOCKS": "offers clocks: tests/tables/rooms/test_offered_clocks.py",
    "PUSH": "turns a key off: tests/assembly/startup",
    "TRUST_PROXY": "names the address that limits apply to",
}
"""Switches of the operator that no page asks for."""


@contextmanager
def slow_mode() -> Iterator[None]:
    set_slow_mode(utc_now() + timedelta(hours=1))
    yield
    set_slow_mode(None)


def limits() -> AbstractContextManager[object]:
    return patch.object(rates, "take", side_effect=LimitedError(90.0))


def full_queue() -> AbstractContextManager[object]:
    return patch.object(requests, "MOST_WAITING", 0)


@contextmanager
def closed() -> Iterator[None]:
    with ExitStack() as stack:
        for switch in SWITCHES.values():
            stack.enter_context(switch())
        stack.enter_context(slow_mode())
        yield


def switched(name: str) -> Switch:
    return lambda: override_settings(**{name: not getattr(settings, name)})


def switches_in_docs() -> set[str]:
    found = SWITCHES_IN_DOCS.search((ROOT / "docs" / "settings.md").read_text())
    assert found is not None
    return set(re.findall(r"^\| `(\w+)` \|", found[1], re.MULTILINE))


SWITCHES: dict[str, Switch] = {name: switched(name) for name in sorted(switches_in_docs())}
SITES: dict[str, Switch] = {
    "as it comes": ExitStack,
    **SWITCHES,
    "slow mode": slow_mode,
    "limits reached": limits,
    "full queue": full_queue,
    "all closed": closed,
}
METHODS = ("GET", "POST")
OTHERS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE")


def test_it_knows_every_switch() -> None:
    read = set(re.findall(r'env\.bool\("(\w+)"', SETTINGS.read_text()))
    assert read == set(SWITCHES) | set(NOT_ABOUT_PAGES)
    assert len(SWITCHES) >= 6


@pytest.fixture
def site(db: None) -> Site:
    return make_site()


def visitors(site: Site) -> dict[str, Visitor]:
    """The people who ask: nobody knows the first."""
    found = {"signed out": Visitor(Client())}
    for word, player in site.people.items():
        client = Client()
        client.force_login(player, backend=BACKEND)
        found[word] = Visitor(passes_second_factor(client) if player.is_staff else client)
    return found


def ask(site: Site, visitor: Visitor, route: Route, method: str) -> int:
    """Send what a person or a program would send there."""
    path = site.path(route)
    if method != "POST":
        query = QUERIES.get(route.name, {})
        return visitor.ask(
            method, path, QUERY_STRING="&".join(f"{k}={v}" for k, v in query.items())
        )
    if route.name in BODIES:
        key = {"HTTP_AUTHORIZATION": f"Bearer {site.token}"}
        return visitor.ask("POST", path, BODIES[route.name], content_type="application/json", **key)
    return visitor.ask("POST", path, FORMS.get(route.name, {}))


def wrong(site: Site, cases: Iterator[tuple[str, str, Route, str]]) -> dict[str, object]:
    """Return the cases that were answered with 500: switch, person, method and route."""
    people = visitors(site)
    found: dict[str, object] = {}
    before, stack = "", ExitStack()
    with failures() as raised:
        for switch, who, route, method in cases:
            if switch != before:
                stack.close()
                stack.enter_context(SITES[switch]())
                before = switch
            status = ask(site, people[who], route, method)
            if status == 500 or raised:
                found[f"{switch}, {who}: {method} {route.path}"] = raised[:] or status
                raised.clear()
        stack.close()
    assert sum(each.asked for each in people.values()) > 200
    return found


WHO = ("guest", "account", "locked", "staff")


def some(switch: str) -> Iterator[tuple[str, str, Route, str]]:
    """Every address by POST, and every other one by GET, for who is signed out; the others take
    turns, so that each meets every address, and every switch.
    """
    turn = list(SITES).index(switch)
    for number, route in enumerate(routes()):
        for method in METHODS:
            if method == "POST" or turn % 2 == number % 2:
                yield switch, "signed out", route, method
            if turn % 3 == number % 3:
                yield switch, WHO[(turn // 3 + number) % len(WHO)], route, method


@pytest.mark.parametrize("switch", SITES)
def test_no_answer_is_an_error(site: Site, switch: str) -> None:
    assert wrong(site, some(switch)) == {}


def test_no_other_method_is_an_error(site: Site) -> None:
    cases = (
        ("as it comes", "signed out", route, method) for route in routes() for method in OTHERS
    )
    assert wrong(site, cases) == {}


@pytest.mark.release
@pytest.mark.parametrize("switch", SITES)
def test_nobody_gets_an_error_anywhere(site: Site, switch: str) -> None:
    # Everybody at every address with every switch; the methods take turns.
    turn = list(SITES).index(switch)
    cases = (
        (switch, who, route, METHODS[(turn + at + number) % 2])
        for at, who in enumerate(WHO)
        for number, route in enumerate(routes())
    )
    assert wrong(site, cases) == {}
