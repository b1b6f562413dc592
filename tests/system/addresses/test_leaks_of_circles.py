"""Nobody outside a circle learns anything of it.

Two worlds that differ only inside a circle answer every address byte by byte the same, and a
circle, its cards and its appointments answer others as if they did not exist.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import (
    Appointment,
    AppointmentAnswer,
    Card,
    CardEntry,
    Circle,
    CircleEvening,
    CircleEveningPlace,
    CircleMember,
    CirclePair,
    CirclePlay,
    CircleStanding,
    FriendRequest,
    Game,
    Invitation,
    Room,
    User,
)
from games.people.circles import friends, links, membership
from games.site.front.circles import hooks
from tests.site.events.cards.playing import open_card
from tests.support.clock import FakeClock
from tests.support.people import account, open_room
from tests.support.played import finished_game
from tests.system.addresses.every_address import FORMS, QUERIES, Route, Site, make_site, routes
from tests.system.addresses.test_leaks import UNASKED, Answered, Asked, ask, browser_of, join

pytestmark = pytest.mark.logs_errors("django.request: Not Implemented: /oembed")

UNKNOWN = "zzzzzzzz2345"
INSIDE = ("join-circle", "join-circle-qr")
"""What the link into a circle opens: who has it may see the circle's name."""


class World(NamedTuple):
    """A site with a circle of Olga's. `card`: of the circle; `table`: she has opened it, private;
    `game`: she has played it with Max at another private table.
    """

    site: Site
    circle: Circle
    owner: User
    other: User
    card: Card
    table: Room
    game: Game
    appointment: Appointment
    clock: FakeClock
    others: tuple[User, User, User]


@pytest.fixture
def world(db: None, clock: FakeClock) -> World:
    site = make_site()
    owner, other = account("Olga"), account("Max")
    circle = membership.open_circle(owner, "Tuesdays", "anchor", "Europe/Berlin", "en")
    membership.join(circle, other)
    game = finished_game(owner, other)
    card = open_card(owner, clock, circle=circle)
    join(card, owner, clock)
    now = clock.utc_now()
    appointment = Appointment.objects.create(
        kind="table",
        host=owner,
        circle=circle,
        variant="yacht",
        seats=2,
        starts_at=now + timedelta(days=2),
        zone="Europe/Berlin",
        created_at=now,
    )
    others = account("Nora"), account("Gil"), account("Ask")
    table = open_room(owner)
    return World(site, circle, owner, other, card, table, game, appointment, clock, others)


def people(world: World) -> None:
    """Others come, ask, and are removed; they are friends; links and news change."""
    circle, owner = world.circle, world.owner
    place = CircleMember.objects.get(circle=circle, player=owner)
    new, gone, asks = world.others
    membership.join(circle, new)
    membership.join(circle, gone)
    membership.remove(circle, place, gone.pk)
    link = links.make_link(circle, place, days=7, asks=True)
    links.come(link.word, asks)
    friends.ask(owner, world.other)
    friends.ask(world.other, owner)
    FriendRequest.objects.create(asker=new, asked=owner, at=world.clock.utc_now())
    hooks.set_hook(circle, place, "https://news.example.net/x", "json")
    hooks.ask_for_test(circle, place)
    Circle.objects.filter(pk=circle.pk).update(weekly="yacht", name="Mondays", zone="Asia/Tokyo")


def games(world: World) -> None:
    """The table is opened for the circle, and the game counts for it."""
    now, circle = world.clock.utc_now(), world.circle
    Room.objects.filter(pk__in=[world.table.pk, world.game.room_id]).update(circle=circle)
    Game.objects.filter(pk=world.game.pk).update(circle=circle, circle_counted=True)
    Invitation.objects.create(
        room=world.table,
        sender=world.owner,
        asked=world.other,
        circle=circle,
        created_at=now,
        expires_at=now + timedelta(hours=1),
    )
    evening = CircleEvening.objects.create(
        circle=circle, night=now.date(), people="x", games=1, last_at=now
    )
    for seat, player in enumerate((world.owner, world.other)):
        mine = {"circle": circle, "player": player, "name": player.name}
        CirclePlay.objects.create(
            **mine,
            game=world.game,
            evening=evening,
            seat=seat,
            at=now,
            variant="yacht",
            total=100,
            place=seat + 1,
        )
        CircleEveningPlace.objects.create(
            evening=evening, player=player, name=player.name, games=1, points=100
        )
        CircleStanding.objects.create(**mine, season="2026-01", games=1, points=100)
    low, high = sorted((world.owner.pk, world.other.pk))
    CirclePair.objects.create(circle=circle, one_id=low, other_id=high, games=1, one_ahead=1)


def plays(world: World) -> None:
    """Who has begun the card goes on, the appointment gets answers, and the card is of a week."""
    now = world.clock.utc_now()
    CardEntry.objects.filter(card=world.card).update(told=True)
    Card.objects.filter(pk=world.card.pk).update(week=now.date(), told=True)
    AppointmentAnswer.objects.create(
        appointment=world.appointment, player=world.other, comes=True, at=now
    )
    Appointment.objects.filter(pk=world.appointment.pk).update(title="Final", weekly=True)


CHANGES = {"people": people, "games": games, "plays": plays}


def watchers(world: World) -> dict[str, User | None]:
    return {"outsider": None, "stranger": world.site.people["account"]}


def addresses(world: World) -> Iterator[Asked]:
    """Yield every address: as it is, and where it can name Olga, her game, her table, or what is
    the circle's.
    """
    codes = (world.table.code, world.game.code, *_codes(world))
    for route in _asked():
        query = QUERIES.get(route.name, {})
        yield "GET", world.site.path(route), query
        if "name" in route.parameters:
            yield "GET", world.site.path(route, name="Olga"), query
        for code in codes if "code" in route.parameters else ():
            yield "GET", world.site.path(route, code=code), query
    for typed in ("Olga", "Tuesdays", *codes):
        yield "GET", "/community/", {"find": typed}
    for code in codes:
        for kind in ("c", "g", "r", "circles", "d"):
            yield "GET", "/oembed", {"url": f"http://testserver/{kind}/{code}/"}


def _codes(world: World) -> tuple[str, ...]:
    return world.circle.code, world.card.code, world.appointment.code


def _asked() -> list[Route]:
    return [route for route in routes() if route.name not in (*UNASKED, *INSIDE)]


def answers(world: World, browsers: dict[str, Client]) -> dict[str, Answered]:
    cache.clear()
    found = {}
    for who, browser in browsers.items():
        for method, path, data in addresses(world):
            found[f"{who}: {method} {path} {data or ''}".strip()] = ask(browser, method, path, data)
    return found


@pytest.mark.parametrize(
    "change",
    # Each asks hundreds of addresses, twice.
    ["games", *(pytest.param(each, marks=pytest.mark.long) for each in ("people", "plays"))],
)
def test_nobody_outside_learns_what_happens_inside(world: World, change: str) -> None:
    browsers = {who: browser_of(player) for who, player in watchers(world).items()}
    before = answers(world, browsers)
    assert len(before) > 500
    CHANGES[change](world)
    after = answers(world, browsers)
    told = [name for name, answer in after.items() if answer != before[name]]
    assert told == []


def test_what_is_inside_answers_as_if_it_did_not_exist(world: World) -> None:
    for change in CHANGES.values():
        change(world)
    told = []
    for who, player in watchers(world).items():
        browser = browser_of(player)
        for route in _asked():
            if "code" not in route.parameters:
                continue
            for method in ("GET", "POST"):
                data = (QUERIES if method == "GET" else FORMS).get(route.name, {})
                path = world.site.path(route, code=UNKNOWN)
                unknown = _without(ask(browser, method, path, data), UNKNOWN)
                for code in _codes(world):
                    path = world.site.path(route, code=code)
                    if _without(ask(browser, method, path, data), code) != unknown:
                        told.append(f"{who}: {method} {path}")
    assert told == []


def _without(answer: Answered, code: str) -> Answered:
    """Return an answer without the code that was asked for."""
    headers = {name: value.replace(code, "") for name, value in answer.headers.items()}
    headers.pop("Content-Length", None)
    headers.pop("ETag", None)
    return Answered(answer.status, headers, answer.body.replace(code, ""))
