"""Every form of every page, sent twice, gives the result of one."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from games.accounts.avatars import DRAWINGS
from games.conduct.family import welcome
from games.limits.rates import BUCKETS
from games.models import Case, User
from games.notifications.links import confirm_link, stop_link
from games.rules import VARIANTS
from tests.addresses.every_address import FORMS, QUERIES, Site, make_site, routes
from tests.factors.people import Factors
from tests.pages.forms_on_pages import PageForm, forms_of
from tests.real_dice.cards import random_card
from tests.support.people import PASSWORD, cookie_of, passes_second_factor

TEMPLATES = Path(settings.BASE_DIR, "templates")
PEOPLE = ("nobody", "guest", "account", "locked", "staff")
FORM = re.compile(r'<form\b[^>]*method="post"[^>]*>', re.I)
NOT_COUNTED = {"SentForm"}
"""Tables that say nothing about what a form does."""


TYPED: dict[str, dict[str, Any]] = {
    "settings-avatar": {"avatar": next(iter(DRAWINGS))},
    "account-online": {"shown": []},
    "family-unlock": {"password": PASSWORD},
    "second-factor": {"password": PASSWORD},
    "passkey-remove": {"password": PASSWORD},
}
WITHOUT_EFFECT: set[str] = set()


class Post(NamedTuple):
    """One button of one form, as one person would press it."""

    route: str
    action: str
    fields: dict[str, list[str]]

    @property
    def kind(self) -> tuple[object, ...]:
        """What tells it from others: the same form stands on many pages."""
        fixed = {"do", "kind", "verb", "language"}
        said = {(name, *self.fields[name]) for name in fixed & set(self.fields)}
        return (self.route, frozenset(self.fields), frozenset(said))


def posts_of(form: PageForm) -> Iterator[Post]:
    for name, value, own in form.buttons:
        action = own or form.action
        route = resolve(action.partition("?")[0]).url_name or ""
        fields = dict(form.fields)
        for each, typed in {**FORMS.get(route, {}), **TYPED.get(route, {})}.items():
            if each in form.names - form.fixed:
                fields[each] = typed if isinstance(typed, list) else [typed]
        if name:
            fields[name] = [value]
        yield Post(route, action, fields)


def browser(user: User | None) -> Client:
    client = Client(enforce_csrf_checks=True)
    if user is not None:
        client.cookies[settings.SESSION_COOKIE_NAME] = cookie_of(user)
    return client


def addresses(site: Site) -> Iterator[str]:
    for route in routes():
        query = "&".join(f"{name}={value}" for name, value in QUERIES.get(route.name, {}).items())
        yield site.path(route) + (f"?{query}" if query else "")


def everything() -> dict[str, list[Any]]:
    """All rows of all tables."""
    return {
        model.__name__: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
        if model.__name__ not in NOT_COUNTED
    }


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is written meanwhile."""
    BUCKETS.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def send(cookies: Any, post: Post) -> tuple[HttpResponse, Client]:
    """Send a form with the cookies that a browser had when it showed the page."""
    client = Client(enforce_csrf_checks=True)
    for name, morsel in cookies.items():
        client.cookies[name] = morsel.value
    return client.post(post.action, post.fields), client


def changes(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> list[str]:
    """The tables that differ."""
    return [name for name in before if before[name] != after[name]]


def shown(answer: HttpResponse, client: Client) -> tuple[object, ...]:
    """What a browser has after an answer."""
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    return answer.status_code, answer.get("Location"), answer.content, cookies


def page_forms(answer: Any, address: str) -> list[PageForm]:
    if answer.streaming or "text/html" not in answer.get("Content-Type", ""):
        return []
    return forms_of(answer.content.decode(), address)


def met(site: Site, who: str) -> Iterator[tuple[Post, Client, set[str]]]:
    """Every kind of form that a person meets, with their browser on its page, and the templates of
    the page.
    """
    seen = set()
    for address in addresses(site):
        client = browser(site.people.get(who))
        answer = client.get(address)
        templates = {each.name for each in answer.templates}
        for form in page_forms(answer, address):
            for post in posts_of(form):
                if post.kind not in seen:
                    seen.add(post.kind)
                    yield post, client, templates


def check_twice(post: Post, client: Client) -> bool:
    """Send a form twice, and take it back. Return whether it did something."""
    cookies = dict(client.cookies)
    with undone():
        before = everything()
        first = shown(*send(cookies, post))
        after = everything()
        second = shown(*send(cookies, post))
        assert changes(after, everything()) == [], post
        assert second == first, post
    return before != after


FORM_TEMPLATES = {
    path.relative_to(TEMPLATES).as_posix()
    for path in TEMPLATES.rglob("*.html")
    if FORM.search(path.read_text())
}
FOR_ONCE = {
    "403_csrf.html": "the fields of any form again: test_out_of_date.py",
    "shared/refused.html": "the fields of any form again",
}
"""Templates whose forms send what another form has sent."""


@pytest.fixture
def site(db: None) -> Site:
    return make_site()


def own_pages(site: Site) -> Iterator[tuple[User | None, str]]:
    """Pages that need more than the site of all addresses has."""
    alice, bob, staff = User.objects.get(name="Alice"), User.objects.get(name="Bob"), site.people["staff"]
    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")
    kept = browser(alice)
    kept.get("/scorecard/")
    answer = kept.post(
        "/scorecard/keep/",
        json.dumps(card),
        content_type="application/json",
        headers={"X-CSRFToken": kept.cookies["csrftoken"].value},
    )
    yield alice, answer.json()["address"]
    yield staff, f"/desk/cases/{Case.objects.earliest('pk').pk}/"
    yield None, urlsplit(confirm_link(alice.pk, alice.email)).path
    yield None, urlsplit(stop_link(alice.pk)).path
    locked = site.people["locked"]
    locked.set_password(PASSWORD)
    locked.save()
    welcome(locked, site.people["guest"])
    yield locked, "/settings/family/"
    Factors(bob, "passkey codes")
    yield bob, "/settings/second-factor/"


def test_every_form_gives_the_result_of_one(site: Site) -> None:
    templates: set[str] = set()
    routes_met: set[str] = set()
    effective: set[str] = set()
    for who in PEOPLE:
        for post, client, rendered in met(site, who):
            templates |= rendered
            routes_met.add(post.route)
            if check_twice(post, client):
                effective.add(post.route)
    for user, address in own_pages(site):
        client = browser(user)
        if address == "/settings/second-factor/":
            passes_second_factor(client)
        answer = client.get(address)
        templates |= {each.name for each in answer.templates}
        for form in page_forms(answer, address):
            for post in posts_of(form):
                routes_met.add(post.route)
                if check_twice(post, client):
                    effective.add(post.route)
    assert FORM_TEMPLATES - templates == set(FOR_ONCE), "no test meets these forms"
    assert routes_met - effective == WITHOUT_EFFECT, "the test does not do what these forms are for"
