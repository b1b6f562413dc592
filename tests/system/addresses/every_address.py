"""Every address of the site, with something behind it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from games.core.engine.fairness import group_seal
from games.models import Case, CircleMember, Seat, User
from games.people.accounts.tokens import begin_session
from games.people.circles import links, membership
from games.platform.clock import day_of, utc_now
from games.site.account.desk import decisions
from games.site.account.desk.decisions import appeal
from games.site.account.desk.reports import report
from games.site.account.family.locking import set_lock
from games.site.events.cards.opening import seal_card, show_seed
from games.site.events.daily.entries import enter
from games.site.events.puzzles.models import Puzzle
from games.site.events.tournaments.scheduling import Plan, open_tournament
from games.site.shared.pages.invitations import make_token
from games.tables.rooms import local_seats
from tests.site.events.appointments.people import make
from tests.site.events.puzzles.making import puzzle
from tests.support.people import PASSWORD, account, open_room, person, registered
from tests.support.played import finished_game
from workshop.lab.growth.site_pages import POSITION, Subjects, arguments

TOKEN = "x:y:z"
SALT, TEXT = "0123456789abcdef" * 2, "Luck7"
WORD = "x" * 22


class Route(NamedTuple):
    """A route: its name, the path with placeholders, the names and converters of these, and the
    module of its view.
    """

    name: str
    path: str
    parameters: dict[str, str]
    module: str


class Site(NamedTuple):
    """People, by the words of the tests, and the values of placeholders, by route."""

    people: dict[str, User]
    values: dict[str, dict[str, Any]]
    token: str

    def path(self, route: Route, **values: object) -> str:
        found = route.path
        known = {**ANY, **self.values.get(route.name, {}), **values}
        for name in route.parameters:
            found = found.replace(f"<{name}>", str(known[name]))
        return found


ANY: dict[str, object] = {
    "code": "abcdefgh2345",
    "variant": "yacht",
    "rules": "yacht",
    "text": "generala",
    "offline": "9e7a27c3-6f0f-4d53-8f5d-0b3d0c1c1a11",
    "name": "Alice",
    "language": "en",
    "day": "2026-01-01",
    "date": "2026-01-01",
    "token": TOKEN,
    "uidb64": "MQ",
    "word": WORD,
    "verb": "mute",
    "part": 1,
    "dice": "11235",
    "path": "nothing",
    "digest": "0",
    "question": "name",
    "key": "2026-11",
    "provider": "school",
    **dict.fromkeys(
        ("case_id", "sanction_id", "appeal_id", "player_id", "passkey_id", "link_id"), 1
    ),
}
"""The value of each placeholder where a route has no better one."""


def routes() -> list[Route]:
    """Return all routes but those of the admin."""
    return list(_routes(get_resolver("games.urls").url_patterns, "/"))


def _routes(patterns: list[Any], before: str) -> Iterator[Route]:
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _routes(each.url_patterns, path)
            continue
        assert isinstance(each, URLPattern)
        # Django's own form of a pattern, with `%(name)s` for each placeholder.
        ((form, names),) = _forms(each)
        shown = before + form
        for name in names:
            shown = shown.replace(f"%({name})s", f"<{name}>")
        view = getattr(each.callback, "view_class", each.callback)
        found = each.pattern.converters
        converters = {name: type(found[name]).__name__ if name in found else "" for name in names}
        yield Route(each.name or shown, shown, converters, view.__module__)


def _forms(pattern: URLPattern) -> list[tuple[str, list[str]]]:
    from django.utils.regex_helper import normalize  # noqa: PLC0415 - only here

    return normalize(pattern.pattern.regex.pattern.replace(r"(?s:.*)", ".*").replace(r"\Z", "$"))


def make_site() -> Site:
    """Fill the database with one of everything that addresses name."""
    alice, bob = registered("Alice"), registered("Bob")
    locked, staff, gus = account("Lou"), account("Sam"), person("Gus")
    set_lock(locked, True)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True, desk_role="moderator")
    staff.refresh_from_db()
    game = finished_game(alice, bob)
    room = open_room(alice)
    device = local_seats.open_table(alice, "yacht", {}, ["Charlie"])
    seat = Seat.objects.exclude(operator=None).get(room=device)
    word, _ = local_seats.offer(device.pk, alice.pk, seat.number)
    event = open_tournament(alice.pk, Plan("Harbour Cup", "yacht", 60, 2, False, 5, 45))
    enter(bob, "yacht", utc_now())
    about = Subjects(alice, bob, gus, game.code, room.code, "yacht", 1)
    day = day_of(utc_now()).isoformat()
    values = {**arguments(about), **_of_the_desk(alice, bob, staff)}
    given: dict[tuple[str, ...], dict[str, Any]] = {
        ("claim-seat", "claim-qr"): {"code": device.code, "word": word},
        ("tournament", "api-tournament"): {"code": event.code},
        ("daily-results", "preview-day", "preview-daily"): {"day": day},
        ("api-daily",): {"date": day},
        (
            *("card", "card-seed", "card-play", "card-end", "card-json"),
            *("preview-card", "api-card"),
        ): {"code": _card(alice)},
        (
            *("appointment", "appointment-calendar", "answer-appointment"),
            *("change-appointment", "call-off-appointment"),
        ): {"code": _appointment(alice)},
    }
    circle, link = _circle(alice, bob)
    given[CIRCLE_ROUTES] = {"code": circle, "name": bob.name}
    given["join-circle", "join-circle-qr"] = {"word": link}
    values |= {name: known for names, known in given.items() for name in names}
    values |= {
        "preview-tournament": {"code": event.code},
        "invited": {"token": make_token()},
        "people": {"player_id": bob.pk},
        "puzzle": {"code": _puzzle().code},
    }
    people = {"guest": gus, "account": alice, "locked": locked, "staff": staff}
    return Site(people, values, begin_session(gus))


def _of_the_desk(alice: User, bob: User, staff: User) -> dict[str, dict[str, Any]]:
    report(alice, "player", str(bob.pk), "insult")
    first = Case.objects.get()
    decision = decisions.Decision(decisions.Kind.NO_RATED, "cheating", "", 7)
    sanction = decisions.decide(first.pk, staff, decision)
    assert sanction is not None
    appeal(bob.pk, sanction.pk, "It was not me.")
    sanction.refresh_from_db()
    report(bob, "player", str(alice.pk), "cheating")
    open_case = Case.objects.exclude(pk=first.pk).get()
    return {
        "desk-case": {"case_id": open_case.pk},
        "desk-undo": {"sanction_id": sanction.pk},
        "desk-judge": {"appeal_id": sanction.appeal.pk},
    }


def _card(sender: User) -> str:
    """The code of a card that everybody may play."""
    now = utc_now()
    card = seal_card(sender, "yacht", {}, 7, group_seal(SALT, TEXT), now)
    show_seed(card.pk, SALT, TEXT)
    return card.code


def _appointment(host: User) -> str:
    """The code of an appointment that everybody with its link sees."""
    return make(host).code


CIRCLE_ROUTES = (
    *("circle", "circle-members", "circle-links", "circle-settings", "circle-mine"),
    *("circle-leave", "circle-archive", "circle-delete", "circle-news", "circle-weekly"),
    *("circle-season-now", "circle-season", "circle-season-length", "circle-season-begin"),
    *("circle-evenings", "circle-records", "circle-with"),
)


def _circle(owner: User, member: User) -> tuple[str, str]:
    """The code of a circle, and the word of a link into it."""
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "Europe/Berlin", "en")
    membership.join(circle, member)
    mine = CircleMember.objects.get(circle=circle, player=owner)
    return circle.code, links.make_link(circle, mine, days=7, asks=True).word


def _puzzle() -> Puzzle:
    return puzzle()


def _in_days(days: int) -> str:
    return (utc_now() + timedelta(days=days)).date().isoformat()


def _when() -> dict[str, Any]:
    return {
        "variant": "yacht",
        "day": _in_days(3),
        "at": "20:00",
        "zone": "Berlin",
        "title": "Friday",
    }


FORMS: dict[str, dict[str, Any]] = {
    "new-room": {"variant": "yacht", "who": "friends", "seats": "2", "name": "Newcomer"},
    "device": {"variant": "yacht", "player": ["Dora", "Emil"]},
    "sign-up": {"name": "Newcomer", "password": PASSWORD, "email": ""},
    "keep": {"name": "Newcomer", "password": PASSWORD, "email": ""},
    "sign-in": {"name": "Alice", "password": PASSWORD},
    "guest": {"name": "Newcomer"},
    "account-name": {"name": "Newcomer"},
    "account-email": {"email": "new@example.com", "current": PASSWORD},
    "account-holiday": {"first": _in_days(3), "last": _in_days(4)},
    "account-time-zone": {"time_zone": "New York"},
    "account-password": {"current": PASSWORD, "new": "another long one 1"},
    "account-sessions-end": {"current": PASSWORD},
    "account-delete": {"current": PASSWORD, "word": "DELETE"},
    "password-reset": {"email": "alice@example.com"},
    "new-tournament": {
        **{"name": "Second Cup", "variant": "yatzy", "seats": "3", "clock": "60"},
        **{"length": "45", "delay": "5", "kind": "arena"},
    },
    "house-rules-keep": {"name": "Mine"},
    "new-card": {"variant": "yacht", "days": "7", "seal": group_seal(SALT, TEXT)},
    "new-appointment": _when(),
    "change-appointment": {**_when(), "title": "Saturday"},
    "answer-appointment": {"comes": "yes"},
    "card-seed": {"salt": SALT, "text": TEXT},
    "new-circle": {"name": "Sundays", "emblem": "cat", "zone": "Europe/Berlin"},
    "circle-settings": {"name": "Sundays", "emblem": "cat", "zone": "Europe/Berlin"},
    "circle-members": {"action": "helper", "player": "2"},
    "circle-links": {"days": "7", "asks": "on"},
    "circle-mine": {"shows": "on"},
    "circle-archive": {"action": "archive"},
    "circle-friends": {"name": "Bob"},
    "join-circle": {"name": "Newcomer"},
    "report": {"kind": "player", "subject": "1", "reason": "insult"},
    "wording": {"at": "/learn/", "text": "A slip in a text"},
    "my-decisions": {"sanction": "1", "text": "It was not me."},
    "desk-case": {"kind": "warning", "ground": "insult", "days": "7", "words": "Please stop."},
    "desk-judge": {"granted": "yes", "answer": "You are right."},
    "invite": {"player": "1"},
    "table-circle": {"circle": ""},
    "family": {"code": "1234"},
    "family-unlock": {"code": "1234"},
    "family-member": {"member": "1"},
    "settings-save": {"changes": "{}"},
    "settings-avatar": {"avatar": "fox"},
    "notifications-save": {"mail": "daily"},
    "puzzle-next": {"variant": "yacht"},
    "puzzle-answer": {"variant": "yacht", "puzzle": "x", "choice": "keep:1"},
    "language": {"language": "de"},
    "site-settings": {"name": "Dice & Co"},
    "first-account": {"name": "Newcomer", "password": PASSWORD, "email": ""},
    "second-factor": {"do": "confirm", "password": PASSWORD, "code": "000000"},
}
"""What people type into the forms: enough that the view does what it is for."""
BODIES: dict[str, str] = {
    "api-guests": '{"name": "Robot"}',
    "api-rooms": '{"variant": "yacht", "seats": 2}',
}
"""What programs send."""
QUERIES: dict[str, dict[str, str]] = {
    "api-position": {"text": POSITION},
    "oembed": {"url": "http://testserver/g/abcdefgh2345/"},
    "report": {"kind": "player", "subject": "1"},
    "wording": {"at": "/learn/"},
    "new-room": {"variant": "yacht"},
    "new-card": {"variant": "yacht"},
    "new-appointment": {"variant": "yacht"},
}
"""What links to these addresses say."""
