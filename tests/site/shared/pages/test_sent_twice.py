"""Every form of every page, sent twice, gives the result of one."""

import base64
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from django.utils.http import urlsafe_base64_encode

from games.core.rules import VARIANTS
from games.models import Case, NotificationChoice, ProviderLink, RealDiceGame, User
from games.people.accounts.avatars import DRAWINGS
from games.people.circles.together import circles_of
from games.people.conduct.contact import welcome
from games.platform.clock import utc_now
from games.platform.limits.rates import BUCKETS
from games.site.account.desk import decisions
from games.site.account.factors import links
from games.site.account.notifications.choices import confirm_link, stop_link
from games.site.account.providers.again import WORD
from games.site.account.providers.offered import find_provider
from games.tables.matchmaking import invitations
from tests.site.account.factors.people import KEY, Factors, code_now
from tests.site.account.providers.conftest import running, school
from tests.site.account.providers.school import School, address_of, agree
from tests.site.shared.pages.forms_on_pages import PageForm, forms_of
from tests.site.study.real_dice.cards import random_card
from tests.support.people import (
    PASSWORD,
    account,
    cookie_of,
    open_room,
    passes_second_factor,
)
from tests.system.addresses.every_address import FORMS, QUERIES, Site, make_site, routes

TEMPLATES = Path(settings.BASE_DIR, "templates")
__all__ = ["running", "school"]  # fixtures

AGAIN = "/sign-in/again/"
PEOPLE = ("nobody", "guest", "account", "locked", "staff")
NONCE = re.compile(rb'nonce="[^"]*"')
FORM = re.compile(r'<form\b[^>]*method="post"[^>]*>', re.I)
NOT_COUNTED = {"SentForm"}
"""Tables that say nothing about what a form does."""


TYPED: dict[str, dict[str, Any]] = {
    "settings-avatar": {"avatar": next(iter(DRAWINGS))},
    "account-online": {"shown": []},
    "circle-news": {"address": "https://example.com/news", "form": "json"},
    "circle-season-length": {"length": "quarter"},
    "circle-weekly": {"variant": "yacht"},
    "family-unlock": {"password": PASSWORD},
    "second-factor": {"password": PASSWORD},
    "passkey-remove": {"password": PASSWORD},
    "second-factor-link": {"password": PASSWORD},
    "provider-link": {"password": PASSWORD},
    "provider-name": {"name": "Newcomer"},
    "desk-player": {"words": "A hint by mail."},
    "password-reset-confirm": dict.fromkeys(
        ("new_password1", "new_password2"), "a new one of them"
    ),
}
WITHOUT_EFFECT: set[str] = set()
OWN = ("/decisions/", "/settings/second-factor/", "/settings/family/", "/password/", "/desk/")
DECISION = decisions.Decision(decisions.Kind.NO_RATED, "cheating", "", 7)


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
        asked: dict[str, object] = {**QUERIES.get(route.name, {})}
        if route.name == "report":
            asked["subject"] = site.people["account"].pk
        query = "&".join(f"{name}={value}" for name, value in asked.items())
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
    answer: Any = client.post(post.action, post.fields)
    return answer, client


def changes(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> list[str]:
    """The tables that differ."""
    return [name for name in before if before[name] != after[name]]


def shown(answer: HttpResponse, client: Client) -> tuple[object, ...]:
    """What a browser has after an answer."""
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    content = NONCE.sub(b"", answer.content)  # of forms that no token tells from others
    return answer.status_code, answer.get("Location"), content, cookies


def page_forms(answer: Any, address: str) -> list[PageForm]:
    if answer.streaming or "text/html" not in answer.get("Content-Type", ""):
        return []
    return forms_of(answer.content.decode(), address)


class Shown(NamedTuple):
    """A page: the browser that shows it, what it got, and from where."""

    browser: Client
    answer: Any
    address: str


def pages_for(site: Site, who: str) -> Iterator[Shown]:
    for address in addresses(site):
        client = browser(site.people.get(who))
        yield Shown(client, client.get(address), address)


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
    **dict.fromkeys(
        (f"operator/{name}.html" for name in ("account", "app", "begin", "password")),
        "needs a link of the console: tests/site/account/operator/test_first_link.py",
    ),
}
"""Templates whose forms send what another form has sent, or that other tests send twice."""


@pytest.fixture
def site(db: None, school: School) -> Site:
    return make_site()


def opened(user: User | None, address: str) -> Shown:
    client = browser(user)
    return Shown(client, client.get(address), address)


def own_pages(site: Site) -> Iterator[Shown]:
    """Pages that need more than the site of all addresses has."""
    alice, bob = User.objects.get(name="Alice"), User.objects.get(name="Bob")
    yield opened(alice, kept_card(alice))
    yield from pages_of_circles(alice, bob)
    first = Case.objects.earliest("pk")
    yield opened(site.people["staff"], f"/desk/cases/{first.pk}/")
    yield opened(None, urlsplit(confirm_link(alice.pk, alice.email)).path)
    NotificationChoice.objects.update_or_create(player=alice, defaults={"mail": "always"})
    yield opened(None, urlsplit(stop_link(alice.pk)).path)
    yield from pages_of_passwords(alice, site.people["staff"])
    decisions.decide(Case.objects.latest("pk").pk, site.people["staff"], DECISION)
    yield opened(alice, "/decisions/")
    locked = User.objects.get(pk=site.people["locked"].pk)
    locked.set_password(PASSWORD)
    locked.save()
    welcome(locked, site.people["guest"])
    yield opened(locked, "/settings/family/")
    yield from pages_of_factors(bob)
    yield from pages_of_providers(User.objects.get(name="Olga"))


def pages_of_passwords(player: User, staff: User) -> Iterator[Shown]:
    """A new password by mail; and a case about the account."""
    path = reverse(
        "password-reset-confirm",
        args=[
            urlsafe_base64_encode(str(player.pk).encode()),
            default_token_generator.make_token(player),
        ],
    )
    client = browser(None)
    answer = client.get(path, follow=True)
    yield Shown(client, answer, answer.request["PATH_INFO"])
    other = account("Olga")
    yield opened(staff, reverse("desk-player", args=[other.pk]))


def kept_card(player: User) -> str:
    """The page of a game with real dice that somebody keeps."""
    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "points")
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = cookie_of(player)
    answer = client.post("/scorecard/keep/", json.dumps(card), content_type="application/json")
    return str(answer.json()["address"])


def pages_of_circles(player: User, other: User) -> Iterator[Shown]:
    """A game with real dice for a circle, before and after; and a seat that waits for somebody."""
    game = reverse("kept-game-circle", args=[RealDiceGame.objects.get(player=player).code])
    circle = circles_of(player.pk).get().code
    yield opened(player, f"{game}?circle={circle}")
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = cookie_of(player)
    client.post(game, {"circle": circle, "seat-0": player.pk})
    yield opened(player, game)
    room = open_room(player).code
    invitations.invite(player, room, other)
    yield opened(other, f"{reverse('room', args=[room])}?take")


def pages_of_factors(player: User) -> Iterator[Shown]:
    """Setting up an app, with its code typed; then passkeys and recovery codes."""
    page = "/settings/second-factor/"
    client = browser(player)
    form = next(each for each in page_forms(client.get(page), page) if "do" not in each.fixed)
    begun = client.post(page, {**form.fields, "password": PASSWORD, "do": "begin"})
    yield Shown(client, begun, page)
    yield opened(player, reverse("second-factor-link", args=[links.make_token(player)]))
    Factors(player, "passkey codes")
    client = passes_second_factor(browser(player))
    yield Shown(client, client.get(page), page)


def pages_of_providers(player: User) -> Iterator[Shown]:
    """A new account; a sign-in that failed; and somebody without a password, before and after they
    have signed in again.
    """
    visitor = browser(None)
    leave(visitor, "/sign-in/", "d1")
    yield Shown(visitor, visitor.get("/sign-up/name/"), "/sign-up/name/")
    failed = "/sign-in/with/school/done/"
    yield opened(None, failed)
    player.set_unusable_password()
    player.email = "olga@example.com"
    player.save()
    NotificationChoice.objects.update_or_create(player=player, defaults={"confirmed": player.email})
    school = find_provider("school")
    assert school is not None
    for issuer in ("https://gone.example", school.issuer):
        now = utc_now()
        ProviderLink.objects.create(
            player=player, issuer=issuer, subject="o1", linked_at=now, used_at=now
        )
    again = f"{AGAIN}?next=/settings/providers/"
    yield opened(player, again)
    client = browser(player)
    asked = next(each for each in page_forms(client.get(again), again) if each.action == again)
    client.post(again, asked.fields)
    letter = f"{AGAIN}?mail={client.session[WORD]['word']}"
    yield Shown(client, client.get(letter), letter)
    leave(client, again, "o1")
    for page in ("/settings/providers/", "/settings/second-factor/"):
        yield Shown(client, client.get(page), page)


def leave(client: Client, page: str, sub: str) -> None:
    """Press the button of the provider, sign in there, and come back."""
    form = next(each for each in page_forms(client.get(page), page) if "/with/" in each.action)
    answer = client.get(agree(address_of(client.post(form.action, form.fields)), sub))
    assert answer.status_code == 302, answer.content.decode()


def typed_code(shown: Shown) -> dict[str, Any]:
    """The code that an app shows for the key on a page, if there is one."""
    key = KEY.search(shown.answer.content.decode())
    if key is None:
        return {}
    secret = base64.b32decode(key[1].replace(" ", ""))
    return {"code": [code_now(secret)]}


@pytest.mark.release
def test_every_form_gives_the_result_of_one(site: Site) -> None:
    templates: set[str] = set()
    kinds: set[tuple[object, ...]] = set()
    effective: set[str] = set()
    for shown in chain(*(pages_for(site, who) for who in PEOPLE), own_pages(site)):
        forms = page_forms(shown.answer, shown.address)
        if not forms:
            continue
        templates |= {each.name for each in shown.answer.templates}
        own = shown.address.startswith(OWN)
        for post in (post for form in forms for post in posts_of(form)):
            kind = (shown.browser.session.get(SESSION_KEY), *post.kind)
            if kind in kinds and not own:
                continue
            kinds.add(kind)
            if "code" in post.fields:
                post.fields.update(typed_code(shown))
            if check_twice(post, shown.browser):
                effective.add(post.route)
    assert FORM_TEMPLATES - templates == set(FOR_ONCE), "no test meets these forms"
    met = {str(route) for _, route, *_ in kinds}
    assert met - effective == WITHOUT_EFFECT, "the test does not do what these forms are for"
