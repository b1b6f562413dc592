"""What visitors without a name leave in the database: every address of the site, by GET and POST,
and every table.
"""

from collections import Counter
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.models import Authenticator, Room, Session, User
from games.people.accounts.sessions import NAMELESS_S
from games.platform.clock import utc_now
from games.site.shared.pages.invitations import make_token
from tests.support.people import PASSWORD, playing

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

GUEST = {"User", "Session"}
"""A guest who never plays goes after 90 days, one who plays after a year without a visit
(games/site/account/membership/deletion.py). Their sessions end after 400 days without one. All
count under "guest" of the address, and accounts under "account".
"""
TABLE = GUEST | {"Room", "Seat", "DiceSecret", "FairLogEntry"}
"""A table that never sees a game goes after 30 days (games/tables/rooms/jobs.py). The commitment to
its dice stays in the public log. All count under "room-address".
"""
GAME = TABLE | {"Game", "GameEvent", "Scorecard"}
"""A game stays: people play it."""
REMAINS: dict[str, set[str]] = {
    "guest": GUEST,
    "sign-up": GUEST,
    "new-room": TABLE,
    "device": TABLE,
    "first-game": TABLE,
    "new-card": GUEST,
    "house-rules-keep": GUEST | {"KeptRules"},
    # 90 days after somebody last asked; limited by "solve" and by places in the queue.
    "house-rules-perfect": {"RuleSet"},
    "daily-play": GAME | {"Daily", "DailyEntry", "DiceShare"},
    # A mail goes at once, or after a day at the latest; limited by "reset" and "reset-address".
    "password-reset": {"OutgoingMail"},
    # A day; only with the operator's link.
    "invited": {"Session"},
    # The site makes them once, of its own games, as the worker would: for the first page that shows
    # a puzzle.
    "learn": {"Puzzle", "PuzzleSource"},
}
"""The routes that leave rows, and in which tables."""


def routes() -> list[URLPattern]:
    """Every route of the site with a name, but those of the admin, which wants staff."""

    def walk(patterns: list[URLPattern | URLResolver]) -> list[URLPattern]:
        found = []
        for each in patterns:
            if isinstance(each, URLPattern):
                found += [each] if each.name else []
            elif each.app_name != "admin":
                found += walk(each.url_patterns)
        return found

    return walk(get_resolver().url_patterns)


def rows() -> Counter[str]:
    return Counter({each.__name__: each._default_manager.count() for each in apps.get_models()})


def test_what_visitors_leave_is_on_the_list(alice: User, bob: User) -> None:
    room = playing(alice, bob)
    assert room.game is not None
    numbers = count()
    left: dict[str, set[str]] = {}
    for route in routes():
        for address in addresses(route, room):
            for method in ("get", "post"):
                before = rows()
                body = form(next(numbers), room) if method == "post" else {}
                client = Client(REMOTE_ADDR=f"198.51.100.{next(numbers) % 250}")
                getattr(client, method)(address, body, secure=True)
                if more := set(rows() - before):
                    left.setdefault(str(route.name), set()).update(more)
    assert left == REMAINS
    nobodys = Session.objects.filter(player=None)
    latest = utc_now() + timedelta(seconds=NAMELESS_S + 60)
    assert not nobodys.filter(expire_date__gt=latest).exists()


def form(number: int, room: Room) -> dict[str, Any]:
    """What fits as many forms as possible."""
    return {
        "name": f"Visitor {number}",
        "password": PASSWORD,
        "email": f"visitor{number}@example.com",
        "variant": "yacht",
        "quick": "friends",
        "player": [f"Mia {number}", f"Leo {number}"],
        "code": "1234",
        "game": room.game.code if room.game else "",
        "language": "de",
        "answer": "{}",
        "choice": "1",
    }


def addresses(route: URLPattern, room: Room) -> list[str]:
    """The addresses of a route that these values fit."""
    assert room.game is not None
    values: dict[str, list[object]] = {
        "name": ["Alice"],
        "variant": ["yacht"],
        "game": [room.game.code],
        "day": [utc_now().date().isoformat()],
        "token": [make_token()],
        "text": ["yatzy+bonus-7"],
        "rules": ["yacht"],
        "verb": ["block"],
        "language": ["de"],
    }
    found = []
    pattern = route.pattern
    parameters = [*pattern.converters, *(() if pattern.converters else pattern.regex.groupindex)]
    for code in (room.code, room.game.code):
        for other in ("x", 1):
            chosen = {
                each: code if each == "code" else values.get(each, [other])[0]
                for each in parameters
            }
            try:
                found.append(reverse(str(route.name), kwargs=chosen))
            except NoReverseMatch:  # the values do not fit
                continue
    return sorted(set(found))


def test_a_visitor_between_password_and_code_leaves_a_session_for_a_day(
    alice: User, client: Client
) -> None:
    Authenticator.objects.create(player=alice, secret=b"", confirmed_at=utc_now())
    answer = client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer["Location"] == "/sign-in/code/"
    (row,) = Session.objects.all()
    assert row.player is None
    assert row.expire_date <= utc_now() + timedelta(days=1, minutes=1)


def test_asking_for_a_passkey_leaves_nothing_but_a_cookie_for_five_minutes(client: Client) -> None:
    for _ in range(300):
        answer = client.post("/sign-in/passkey/options", secure=True)
    assert not Session.objects.exists()
    assert "sessionid" not in answer.cookies
    cookie = answer.cookies["passkey"]
    assert (cookie["max-age"], cookie["httponly"], cookie["secure"]) == (300, True, "")
