"""Nobody learns anything of a game whose dice others may still play.

Two worlds that differ only in Bob's game of an open group answer every address byte by byte the
same, until the one who asks may see it.
"""

import random
import re
from collections.abc import Collection, Iterator
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.engine import Resign, Roll, Score
from games.models import Card, Case, DiceSecret, DiceShare, Game, Room, Scorecard, User
from games.platform.limits.rates import BUCKETS
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game
from games.record.log.starting import commitment_of
from games.site.account.desk.reports import report
from games.site.events.cards.entries import enter as enter_card
from games.site.events.daily.entries import enter
from tests.conftest import SPELL_NOTHING
from tests.site.events.cards.playing import open_card
from tests.support.clock import FakeClock
from tests.support.desk import act
from tests.support.people import BACKEND, account, passes_second_factor
from tests.system.addresses.every_address import (
    FORMS,
    QUERIES,
    Route,
    Site,
    make_site,
    routes,
)
from tests.system.addresses.test_admin import paths as admin_paths
from tests.system.addresses.test_rules import work

pytestmark = pytest.mark.logs_errors("django.request: Not Implemented: /oembed")

KINDS = ("daily", "card")
TOKENS = re.compile(rf"[{SPELL_NOTHING}]{{16,}}")
NEW_ROOM = re.compile(r"/r/(\w+)/")
UNASKED = ("sign-out", "healthz", "readyz")
"""What ends the session of who asks, and what says how the machine is."""
Asked = tuple[str, str, dict[str, str]]
"""Method, path and parameters."""


class Table(NamedTuple):
    """A game of the group, its room, and its player."""

    game: Game
    room: Room
    player: User


class World(NamedTuple):
    """A site with an open group of games. `hidden`: Bob's; `people`: who asks, by the words of the
    tests. `card`: the card with these dice, if it is one.
    """

    site: Site
    hidden: Table
    people: dict[str, User | None]
    clock: FakeClock
    card: Card | None


def join(card: Card | None, player: User, clock: FakeClock) -> Table:
    """Begin a player's game of a card, or of the daily, or find the one that they have begun."""
    now = clock.utc_now()
    room = (
        enter(player, "yacht", now)
        if card is None
        else enter_card(card.pk, player, player.name, now)
    )
    assert room.game is not None
    return Table(room.game, room, player)


def play(table: Table, clock: FakeClock, turns: int, best: bool) -> None:
    """Play so many turns of one roll; fill the box with the most points, or with the fewest."""
    for _ in range(turns):
        state = load_game(table.game.pk).state
        if state.status != "playing":
            return
        number = state.seats[0].turn.number
        act(table.game, 0, Roll(number, 0), now=clock.now_ms())
        seat = load_game(table.game.pk).state.seats[0]
        assert seat.turn.dice is not None
        box, _ = seat.card.best(seat.turn.dice, 1)[0 if best else -1]
        act(table.game, 0, Score(number, 1, box.category, box.column), now=clock.now_ms())


@pytest.fixture(params=["daily", pytest.param("card", marks=pytest.mark.release)])
def world(request: pytest.FixtureRequest, db: None, clock: FakeClock) -> World:
    site = make_site()
    card = open_card(account("Sid"), clock) if request.param == "card" else None
    if card is not None:
        commitment_of(card.base)  # which a process reads once
    bob = User.objects.get(name="Bob")
    mid, resigned, finisher = account("Mia"), account("Rea"), account("Fin")
    hidden, *others = (join(card, each, clock) for each in (bob, mid, resigned, finisher))
    play(others[0], clock, 3, best=True)
    act(others[1].game, 0, Resign(), now=clock.now_ms())
    play(others[2], clock, 99, best=False)
    play(hidden, clock, 2, best=True)
    people = {
        "outsider": None,
        "has not played": site.people["account"],
        "is playing": mid,
        "has resigned": resigned,
        "moderator": site.people["staff"],
        "has finished": finisher,
    }
    return World(site, hidden, people, clock, card)


def finish(world: World) -> None:
    play(world.hidden, world.clock, 99, best=False)


def choose_otherwise(world: World) -> None:
    play(world.hidden, world.clock, 1, best=False)


def give_up(world: World) -> None:
    act(world.hidden.game, 0, Resign(), now=world.clock.now_ms())


CHANGES = {"finishes": finish, "goes on": choose_otherwise, "resigns": give_up}
"""What Bob does in the second world."""


def addresses(world: World) -> Iterator[Asked]:
    """Yield every address: as it is, and where it can name Bob, the game or its table."""
    table = world.hidden
    for route in routes():
        if route.name in UNASKED:
            continue
        query = QUERIES.get(route.name, {})
        yield "GET", world.site.path(route), query
        if "name" in route.parameters:
            yield "GET", world.site.path(route, name="Bob"), query
        for path in _named(world, route):
            yield "GET", path, query
            yield "POST", path, FORMS.get(route.name, {})
    game, room = (f"http://testserver/{at}/" for at in _links(table))
    for url in (game, room):
        yield "GET", "/oembed", {"url": url}
        yield "GET", "/community/", {"find": url}
    for typed in (table.game.code, table.room.code, "Bob"):
        yield "GET", "/community/", {"find": typed}
    report = {"kind": "game", "subject": table.game.code, "reason": "cheating"}
    yield "GET", "/report/", report
    yield "POST", "/report/", report
    yield "GET", f"/g/{table.game.code}.json", {"room": table.room.code}


def _links(table: Table) -> tuple[str, str]:
    return f"g/{table.game.code}", f"r/{table.room.code}"


def _named(world: World, route: Route) -> Iterator[str]:
    """Yield a route's paths with the codes of the hidden game, its table and its group."""
    game, room, _ = world.hidden
    if "code" in route.parameters:
        yield world.site.path(route, code=game.code)
        yield world.site.path(route, code=room.code)
        if world.card is not None:
            yield world.site.path(route, code=world.card.code)
        if route.name == "fair-log-group":
            yield world.site.path(route, code=game.share)


def in_the_admin(table: Table) -> Iterator[Asked]:
    card = Scorecard.objects.get(game=table.game)
    rows = {"game": table.game.pk, "scorecard": card.pk, "room": table.room.pk}
    for path in admin_paths():
        if "logout" not in path:
            name = path.split("/")[3] if path.count("/") > 4 else ""
            yield "GET", path.replace("<>", str(rows.get(name, table.player.pk))), {}
    for status in Game.Status:
        yield "GET", "/admin/games/game/", {"status": status}
        yield "GET", "/admin/games/room/", {"game__status": status}
    for name, code in (("game", table.game.code), ("room", table.room.code)):
        yield "GET", f"/admin/games/{name}/", {"q": code}
    yield "GET", "/admin/games/scorecard/", {"q": table.player.name}


class Answered(NamedTuple):
    """An answer without what differs between any two answers."""

    status: int
    headers: dict[str, str]
    body: str


def at_the_desk(world: World, browser: Client) -> Iterator[tuple[str, Answered]]:
    """Open the case of somebody who reports the game now."""
    with transaction.atomic():
        report(world.site.people["account"], "game", world.hidden.game.code, "cheating")
        case = Case.objects.latest("pk")
        for path in ("/desk/", f"/desk/{case.pk}/", "/desk/audit/"):
            yield f"the case: {path}", ask(browser, "GET", path, {})
        transaction.set_rollback(True)


def browser_of(player: User | None) -> Client:
    browser = Client()
    browser.raise_request_exception = False
    if player is not None:
        browser.force_login(player, backend=BACKEND)
        if player.is_staff:
            passes_second_factor(browser)
    return browser


def ask(browser: Client, method: str, path: str, data: dict[str, str]) -> Answered:
    """Send a request, undo what it changes, and return the answer."""
    BUCKETS.clear()
    random.seed(1)
    cookies = browser.cookies.output()
    with transaction.atomic():
        send: Any = browser.get if method == "GET" else browser.post
        answer = send(path, data)
        body = answer.getvalue()
        transaction.set_rollback(True)
    browser.cookies = SimpleCookie(cookies.replace("Set-Cookie: ", ""))
    text = body.decode("utf-8", "surrogateescape")
    headers = {name: TOKENS.sub("", value) for name, value in answer.headers.items()}
    headers.pop("Expires", None)  # by the clock of the machine
    opened = NEW_ROOM.fullmatch(headers.get("Location", ""))
    if opened and not Room.objects.filter(code=opened[1]).exists():
        headers["Location"] = "a new table"
    return Answered(answer.status_code, headers, TOKENS.sub("", text))


def answers(world: World, browsers: dict[str, Client]) -> dict[str, dict[str, Answered]]:
    """Return what every address answers, by who asks, and by method, path and parameters."""
    cache.clear()
    work()
    found: dict[str, dict[str, Answered]] = {}
    for who, browser in browsers.items():
        is_staff = who == "moderator"
        asked = [*addresses(world), *(in_the_admin(world.hidden) if is_staff else ())]
        assert len(asked) > 250
        found[who] = {
            f"{method} {path} {data or ''}".strip(): ask(browser, method, path, data)
            for method, path, data in asked
        } | (dict(at_the_desk(world, browser)) if is_staff else {})
    return found


def told(world: World, change: str, watchers: Collection[str]) -> dict[str, list[str]]:
    """Return the addresses that tell a watcher the world apart from the one where Bob does
    something, by watcher.
    """
    browsers = {who: browser_of(world.people[who]) for who in watchers}
    before = answers(world, browsers)
    CHANGES[change](world)
    return {
        who: [name for name, answer in now.items() if answer != before[who][name]]
        for who, now in answers(world, browsers).items()
    }


@pytest.mark.parametrize(
    ("change", "watchers"),
    [
        ("finishes", ("outsider", "is playing", "moderator")),
        pytest.param("finishes", ("has not played", "has resigned"), marks=pytest.mark.release),
        # Each request costs some milliseconds, and there are hundreds for each watcher and world.
        pytest.param("goes on", ("outsider", "is playing"), marks=pytest.mark.release),
        pytest.param("resigns", ("has not played", "moderator"), marks=pytest.mark.release),
    ],
)
def test_nobody_learns_of_another_game(
    world: World, change: str, watchers: Collection[str]
) -> None:
    assert told(world, change, watchers) == {who: [] for who in watchers}


def queries(world: World, browsers: dict[str, Client]) -> dict[str, int]:
    """Return how many queries the addresses of the hidden game and its table cost."""
    ContentType.objects.clear_cache()
    cache.clear()
    found = {}
    for who, browser in browsers.items():
        for path in dict.fromkeys(path for route in routes() for path in _named(world, route)):
            with CaptureQueriesContext(connection) as asked:
                ask(browser, "GET", path, {})
            found[f"{who}: {path}"] = len(asked)
    return found


def test_an_answer_about_a_game_that_is_over_costs_as_much(world: World) -> None:
    browsers = {who: browser_of(world.people[who]) for who in ("outsider", "is playing")}
    before = queries(world, browsers)
    finish(world)
    after = queries(world, browsers)
    assert {name: (before[name], number) for name, number in after.items()} == {
        name: (number, number) for name, number in before.items()
    }


def test_who_has_finished_sees_it_at_its_own_address_only(world: World) -> None:
    (game, room, _), who = world.hidden, "has finished"
    found = told(world, "finishes", [who])[who]
    sees = DiceShare.objects.get(code=game.share).finishers_see
    own = [game.code, room.code, *([] if world.card is None else [world.card.code])]
    assert [each for each in found if not any(code in each for code in own)] == []
    assert (f"GET /g/{game.code}/" in found) == sees
    assert (f"GET /g/{game.code}.json" in found) == sees
    if not sees:
        assert found == []
        return
    data = browser_of(world.people[who]).get(f"/g/{game.code}.json").json()
    assert data["view"]["fairness"]["secret"] is None
    assert data["fair_log"]["end"] is None
    assert any(event["type"] == "dice.rolled" for event in data["events"])
    secret = secret_of(DiceSecret.objects.get(code=game.share)).hex()
    for path in (f"/g/{game.code}/", f"/g/{game.code}.json", f"/g/{game.code}.txt"):
        assert secret not in browser_of(world.people[who]).get(path).content.decode()


def test_nobody_keeps_an_answer_about_it(world: World) -> None:
    _, room, player = world.hidden
    play(world.hidden, world.clock, 99, best=True)
    asked = [path for route in routes() for path in _named(world, route)]
    own = [path for path in asked if not path.startswith("/preview/")]
    kept = set()
    for who in (None, player, world.people["has finished"]):
        browser = browser_of(who)
        for path in own:
            answer = ask(browser, "GET", path, {})
            tells = answer.status == 200 or "sign-in" not in answer.headers.get(
                "Location", "sign-in"
            )
            if tells and "no-store" not in answer.headers["Cache-Control"]:
                kept.add(path)
    # Pictures of the address itself.
    assert kept == {f"/r/{room.code}/qr.svg", f"/r/{room.code}/screen/qr.svg"}
