"""Ask for every address of the site, in a process of the old site, and note which answers write."""

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db import connection
from django.db.models import Max, Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import (
    Appointment,
    Card,
    Circle,
    CircleLink,
    CircleMember,
    Daily,
    Game,
    GameEvent,
    Puzzle,
    Room,
    Tournament,
    User,
)
from games.people.circles.links import make_link
from games.platform.clock import use_clock, utc_now
from games.site.account.notifications.choices import CONFIRM, STOP, confirm_link, stop_link
from games.site.front.circles.nights import tonight
from games.site.front.circles.season import season_of
from tests.site.events.appointments.people import circle_of, make
from tests.site.events.cards.revealing import open_card
from tests.support.clock import FakeClock

POSITION = "yacht 3,-,-,-,-,-,-,-,-,-,-,- 0 66116 2"
PAGES = (
    *("house-rules", "house-rules-boxes", "house-rules-perfect", "house-rules-keep"),
    *("scorecard-rules", "offline-games-bots"),
)
RULES = ("yatzy+bonus-100", "generala", "yatzy", "chess")
QUERIES = {"api-position": "?" + urlencode({"text": POSITION})}
READS = ("SELECT", "EXPLAIN", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
SESSIONS = '"games_session"'

Example = dict[str, Any]
Statements = set[str]


OF_THE_OPERATOR: dict[str, list[Example]] = {
    "provider-": [{"provider": "school"}],
    "provider-unlink": [{"link_id": 1}],
    "site-settings": [{"question": "name"}],
    "site-logo": [{"digest": "unknown"}],
}
WITHOUT_NETWORK: dict[str, list[Example]] = {
    "offline-values": [{"name": f"yacht-{0:016x}"}],
    "offline-game-keep": [{"offline": UUID(int=0)}],
}


CLAIMS = ("claim-seat", "claim-qr")


def examples() -> dict[str, list[Example]]:
    """Return what to put in the places of addresses, by the beginning of their names."""
    names = [{"name": name} for name in ("Alice", "Nobody")]
    variants = [{"variant": variant} for variant in ("yacht", "yahtzee", "nothing")]
    days: list[Example] = [{**each} for each in Daily.objects.values("day", "variant")]
    days.append({"day": date(2001, 1, 1), "variant": "yacht"})
    games, rooms, tournaments = codes(Game), codes(Room), codes(Tournament)
    languages = [{"language": language} for language in ("en", "de")]
    alice = User.objects.get(name="Alice")
    return {
        **dict.fromkeys(("room", "screen", "embed-room"), rooms),
        "card": codes(Card),
        **of_circles(rooms),
        **{each: [{**room, "word": "x" * 22} for room in rooms] for each in CLAIMS},
        **dict.fromkeys(("game", "kept-game", "embed-game", "practice"), games),
        **dict.fromkeys(("rules-of", "boxes"), variants),
        **{page: [{"text": text} for text in RULES] for page in PAGES},
        "analysis-of": [{"rules": "yacht"}],
        "analysis-position": [{"rules": "yacht", "text": POSITION.removeprefix("yacht ")}],
        "daily-play": variants,
        "daily-results": days,
        "puzzle": codes(Puzzle),
        "tournament": tournaments,
        "profile": names,
        "people": [{"player_id": alice.pk, "verb": "block"}, {"player_id": 0, "verb": "mute"}],
        "closed-decisions": [{"token": "unknown"}],
        "desk-case": [{"case_id": 1}],
        "desk-player": [{"player_id": alice.pk}],
        "desk-undo": [{"sanction_id": 1}],
        "desk-judge": [{"appeal_id": 1}],
        **{name: [{"token": "unknown"}] for name in ("invited", "welcome", "first-link")},
        **OF_THE_OPERATOR,
        **WITHOUT_NETWORK,
        "passkey-remove": [{"passkey_id": 1}],
        "second-factor-link": [{"token": "unknown"}],
        "block": names,
        "unblock": names,
        "password-reset-confirm": [{"uidb64": "MQ", "token": "unknown"}],
        "translated": [{"language": "de", "digest": "old", "name": "home-main.js"}],
        CONFIRM: [{"token": confirm_link(alice.pk, "a@example.org").split("/")[-2]}],
        STOP: [{"token": stop_link(alice.pk).split("/")[-2]}],
        "leaderboard": variants,
        "bots-of": variants,
        "strength-of": variants,
        "preview-site": languages,
        **previews(room=rooms, game=games, tournament=tournaments, daily=days, profile=names),
        **previews(day=[{"day": each["day"]} for each in days], card=codes(Card)),
        "fair-log-part": [{"part": 0}, {"part": 1}],
        "fair-log-group": [{"code": daily.share} for daily in Daily.objects.all()],
        **dict.fromkeys(("manifest", "offline", "sitemap-part"), languages),
        "api-dice": [{"variant": "yacht", "dice": "11111"}],
        "api-analysis": games,
        "api-game": games,
        "api-events": games,
        "api-player": names,
        "api-leaderboard": variants,
        "api-daily": [{"date": each["day"], "variant": each["variant"]} for each in days],
        "api-tournament": tournaments,
        **dict.fromkeys(("api-card", "card-json"), codes(Card)),
    }


def of_circles(rooms: list[Example]) -> dict[str, list[Example]]:
    """Return the examples of circles, of what they plan, and of invitations."""
    circles = codes(Circle)
    words = [*CircleLink.objects.values_list("word", flat=True), "unknown"]
    links: list[Example] = [{"word": word} for word in words]
    seasons = [season_of(each, tonight(each, utc_now())) for each in Circle.objects.all()]
    others = CircleMember.objects.exclude(player__name="Alice").values("player__name")
    planned = ("appointment", "change-appointment", "call-off-appointment", "answer-appointment")
    return {
        "circle": circles,
        "circle-season": [{**each, "key": key} for each in circles for key in seasons],
        **dict.fromkeys(("circle-season-now", "circle-season-length"), circles),
        "circle-season-begin": circles,
        "circle-with": [{**each, "name": x["player__name"]} for each in circles for x in others],
        **dict.fromkeys(("join-circle", "join-circle-qr"), links),
        **dict.fromkeys(("invite", "table-circle", "table-people", "answer-invitation"), rooms),
        **dict.fromkeys(planned, codes(Appointment)),
    }


def previews(**shown: list[Example]) -> dict[str, list[Example]]:
    """Return the examples of pictures of links, by what they show."""
    return {
        f"preview-{name}": [{"language": "en", **x} for x in each] for name, each in shown.items()
    }


def codes(model: type[Model]) -> list[Example]:
    found: list[Example] = list(model._default_manager.values("code"))
    return [*found, {"code": "NOTHING"}]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Yield all addresses but those of the admin."""
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        elif each.namespace != "admin":
            yield from patterns(each)


def addresses() -> dict[str, list[str]]:
    """Return addresses to ask for, by their names. Raises LookupError for a place that nothing in
    `examples` fills.
    """
    known, found = examples(), {}
    for pattern in patterns(get_resolver()):
        name = pattern.name
        if name is None:
            continue  # what is unknown
        if not pattern.pattern.regex.groups:
            found[name] = [reverse(name) + QUERIES.get(name, "")]
            continue
        places = set(pattern.pattern.regex.groupindex)
        fitting = [
            begin for begin in known if name.startswith(begin) and known[begin][0].keys() == places
        ]
        if not fitting:
            raise LookupError(f"{name} has no example")
        found[name] = [reverse(name, kwargs=each) for each in known[max(fitting, key=len)]]
    return found


class Written:
    """Notes the statements that change something, but sessions."""

    def __init__(self) -> None:
        self.statements: Statements = set()

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Let a statement pass."""
        if not sql.startswith(READS) and SESSIONS not in sql:
            self.statements.add(sql[:100])
        return execute(sql, params, many, context)


def ask(browser: Client, path: str) -> tuple[int, Statements]:
    """Return the status of the answer, and what was written."""
    written = Written()
    with connection.execute_wrapper(written):
        answer = browser.get(path)
        list(answer)  # a file is made while it is read
    return answer.status_code, written.statements


def browsers() -> Iterator[Client]:
    """Yield a browser without a name, one of a player, and one of staff."""
    yield Client(SERVER_NAME="localhost", raise_request_exception=False)
    for user in (User.objects.get(name="Alice"), User.objects.filter(is_superuser=True).first()):
        assert user is not None
        browser = Client(SERVER_NAME="localhost", raise_request_exception=False)
        browser.force_login(user)
        yield browser


def open_circle(alice: User) -> None:
    """Make a circle of two, a link into it, and an appointment in ten days."""
    other = User.objects.filter(is_bot=False, is_active=True).exclude(pk=alice.pk).first()
    assert other is not None
    circle = circle_of(alice, other)
    make_link(circle, circle.members.get(player=alice), days=None, asks=False)
    make(alice, utc_now() + timedelta(days=10))


def main() -> None:
    """Ask for all. Print the statuses of each name, and what the answers wrote, as JSON."""
    clock = FakeClock()
    statuses: dict[str, set[int]] = {}
    written: dict[str, Statements] = {}
    with use_clock(clock):
        clock.set_at_least(GameEvent.objects.aggregate(newest=Max("at"))["newest"])
        alice = User.objects.get(name="Alice")
        open_card(alice)
        open_circle(alice)
        clock.advance(2 * 86400)
        asked = addresses()
        for browser in browsers():
            for name, paths in asked.items():
                for path in paths:
                    status, statements = ask(browser, path)
                    statuses.setdefault(name, set()).add(status)
                    written.setdefault(name, set()).update(statements)
    print(
        json.dumps(
            {
                "statuses": {name: sorted(found) for name, found in statuses.items()},
                "written": {name: sorted(found) for name, found in written.items() if found},
            }
        )
    )
