"""Makes what the pages show that need an account, a circle, a game or a decision, in the database
of a running site: `python -m tests.system.e2e.every_page_scene` in its environment. Writes as JSON
who visits which pages, and their cookies.
"""

import json
import os
import random
import sys
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import django

from games.core.engine import fairness
from tests.system.e2e.chosen_dice import chosen_die

if TYPE_CHECKING:
    from django.test import Client

    from games.models import Circle, User

PAGES_OF_ACCOUNTS = (
    *("/", "/games/", "/settings/", "/settings/notices/", "/settings/privacy/"),
    *("/settings/reports/", "/settings/second-factor/", "/settings/providers/", "/decisions/"),
    *("/settings/family/", "/account/delete/", "/sign-out/", "/sign-in/again/", "/circles/"),
)
QUESTIONS = ("name", "language", "who", "mail", "legal")


class Visitor(NamedTuple):
    """Somebody who opens pages: their cookies, and the addresses. `works`: an update of their row,
    after which they work for the site. Before, nobody does.
    """

    cookies: dict[str, str]
    paths: list[str]
    works: str = ""


def browser_of(user: "User | None" = None) -> "Client":
    """Return a browser in which they are signed in and have shown a second factor."""
    from django.test import Client  # noqa: PLC0415 - after the setup, as all of these

    from tests.support.people import BACKEND, passes_second_factor  # noqa: PLC0415

    browser = Client(headers={"Host": "localhost"})
    if user is None:
        return browser
    browser.force_login(user, backend=BACKEND)
    return passes_second_factor(browser)


def visitor(browser: "Client", *paths: str, works: str = "") -> Visitor:
    cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
    return Visitor(cookies, list(paths), works)


def pages_of_games(nadia: "User", omar: "User") -> tuple[list[str], list[str]]:
    """Make games of two accounts: pages for everybody, and pages for Nadia only."""
    from games.platform.clock import use_clock, utc_now  # noqa: PLC0415
    from tests.support import played  # noqa: PLC0415
    from tests.support.clock import FakeClock  # noqa: PLC0415
    from tests.support.people import open_room, playing, seated  # noqa: PLC0415

    clock = FakeClock()
    clock.set(round((utc_now() - timedelta(hours=1)).timestamp() * 1000))
    with use_clock(clock), patch.object(played, "NOW", clock.ms):
        variants = ("yatzy", "triple_yahtzee")
        ended = [played.finished_game(nadia, omar, variant=variant) for variant in variants]
    waiting = seated(nadia, omar, seats=4, public=True)
    running = playing(nadia, omar, variant="maxi_yatzy", public=True)
    for_all = [f"/g/{ended[0].code}/#{tab}" for tab in ("result", "analysis", "proof", "log")]
    for_all += [f"/g/{ended[1].code}/", f"/embed/g/{ended[0].code}/"]
    for room in (waiting, running):
        for_all += [f"{before}/r/{room.code}/" for before in ("", "/embed")]
        for_all += [f"/r/{room.code}/screen/"]
    own = [f"/g/{ended[0].code}/practice/", f"/r/{running.code}/", f"/r/{waiting.code}/"]
    own += [f"/r/{open_room(nadia, 4, 'yatzy', clock=60).code}/"]
    kept = kept_card(nadia)
    own += [kept, f"{kept}circle/"]
    return for_all, [*own, f"/?challenge={omar.name}"]


def kept_card(player: "User") -> str:
    """Keep a card of real dice; return its address."""
    from games.core.rules import VARIANTS  # noqa: PLC0415
    from tests.site.study.real_dice.cards import random_card  # noqa: PLC0415

    card, _ = random_card(VARIANTS["yatzy"], random.Random(5), 2, lambda: "rolls")
    answer = browser_of(player).post(
        "/scorecard/keep/", json.dumps(card), content_type="application/json"
    )
    return str(answer.json()["address"])


def pages_of_circles(nadia: "User", omar: "User", asker: "User") -> tuple[list[str], list[str]]:
    """Make a circle with games: what its owner sees, and what somebody with its link sees."""
    from games.models import CircleRequest  # noqa: PLC0415
    from games.people.circles import friends, links, membership  # noqa: PLC0415
    from games.people.circles.together import place_in  # noqa: PLC0415
    from games.platform.clock import utc_now  # noqa: PLC0415
    from games.site.front.circles.counting import count_games  # noqa: PLC0415
    from tests.site.front.circles.making import finished  # noqa: PLC0415

    circle = membership.open_circle(nadia, "Harbour dice", "dice", "Europe/Berlin", "en")
    membership.join(circle, omar)
    place = place_in(circle.pk, nadia.pk)
    assert place is not None
    link = links.make_link(circle, place, days=7, asks=True)
    CircleRequest.objects.create(circle=circle, player=asker, at=utc_now())
    for days in range(3):
        finished(circle, [(nadia, 190, 1), (omar, 90 + days, 2)], utc_now() - timedelta(days=days))
    count_games()
    friends.ask(nadia, asker)
    here = f"/circles/{circle.code}/"
    parts = (
        "",
        "season/",
        "evenings/",
        "records/",
        f"with/{omar.name}",
        "news",
        "members",
        "settings",
    )
    own = [*(here + part for part in parts), *pages_of_events(nadia, circle)]
    return own, [f"/j/{link.word}/"]


def pages_of_events(nadia: "User", circle: "Circle") -> list[str]:
    """Make a card, appointments and tournaments."""
    from games.models import Daily, Tournament  # noqa: PLC0415
    from games.platform.clock import utc_now  # noqa: PLC0415
    from tests.site.events.appointments.people import make  # noqa: PLC0415
    from tests.site.events.cards.playing import open_card, played  # noqa: PLC0415
    from tests.support.clock import FakeClock  # noqa: PLC0415

    clock = FakeClock()
    clock.set(round(utc_now().timestamp() * 1000))
    card = open_card(nadia, clock, circle=circle)
    played(card, nadia, clock)
    times = {"starts_at": utc_now() + timedelta(days=2), "ends_at": utc_now() + timedelta(days=3)}
    event = Tournament.objects.create(
        name="Harbour Cup", variant="yacht", clock=60, seats=2, **times
    )
    planned = make(nadia, title="A long evening with dice")
    days = Daily.objects.order_by("day").values_list("day", "variant")[:1]
    return [
        *(f"/c/{card.code}/", f"/d/{planned.code}/", f"/d/{planned.code}/change"),
        f"/tournaments/{event.code}/",
        *(f"/new/?circle={circle.code}", *(f"/daily/{day}/{variant}/" for day, variant in days)),
    ]


def pages_of_the_desk(nadia: "User", omar: "User") -> list[str]:
    """Make cases, decisions and an appeal; return the pages of a moderator."""
    from games.models import Sanction  # noqa: PLC0415
    from games.people.conduct.sanctions import impose  # noqa: PLC0415
    from games.site.account.desk.decisions import appeal  # noqa: PLC0415
    from games.site.account.desk.reports import report  # noqa: PLC0415

    first = report(nadia, "player", str(omar.pk), "insult", text="They never stop.").case
    report(omar, "player", str(nadia.pk), "cheating")
    day = timedelta(days=1)
    for kind in (Sanction.Kind.NO_CHAT, Sanction.Kind.WARNING):
        made = impose(nadia, kind, "insult", "Please be kind.", day, first.pk)
    appeal(nadia.pk, made.pk, "I was joking.")
    case, player = f"/desk/cases/{first.pk}/", f"/desk/players/{omar.pk}/"
    return ["/desk/", case, player, "/desk/audit/"]


def pages_of_links(nadia: "User", omar: "User") -> list[str]:
    """Return what the links of mails open."""
    from urllib.parse import urlsplit  # noqa: PLC0415

    from django.contrib.auth.tokens import default_token_generator  # noqa: PLC0415
    from django.utils.http import urlsafe_base64_encode  # noqa: PLC0415

    from games.models import Sanction, User  # noqa: PLC0415
    from games.people.conduct.sanctions import closed_token, impose  # noqa: PLC0415
    from games.site.account.membership.invited_people import make_token  # noqa: PLC0415
    from games.site.account.notifications.choices import confirm_link, stop_link  # noqa: PLC0415
    from games.tables.rooms import local_seats  # noqa: PLC0415
    from tests.support.people import account, open_room  # noqa: PLC0415

    waits, closed = account("Wanda"), account("Clara")
    waits.set_unusable_password()
    waits.save()
    impose(closed, Sanction.Kind.CLOSED, "insult")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    closed.refresh_from_db()
    room = open_room(omar, 3)
    local_seats.add(room.pk, omar.pk, "Tom")
    seat = room.seats.exclude(operator=None).get()
    word, _ = local_seats.offer(room.pk, omar.pk, seat.number)
    reset = urlsafe_base64_encode(str(nadia.pk).encode())
    mails = (confirm_link(nadia.pk, "a@example.com"), stop_link(nadia.pk))
    return [
        *(urlsplit(link).path for link in mails),
        f"/password/reset/{reset}/{default_token_generator.make_token(nadia)}/",
        *(f"/welcome/{make_token(waits)}/", f"/decisions/{closed_token(closed)}/"),
        *(f"/r/{room.code}/seat/{word}/", f"/@{nadia.name}/", f"/@{nadia.name}/games/"),
        *("/", "/bots/yatzy/", "/r/nothing/", "/password/reset/done/", "/password/reset/complete/"),
        "/app/offline/en-xa/",
    ]


def opener() -> Visitor:
    """Somebody who has opened the link of a site that nobody works for."""
    from games.site.account.operator import first_link  # noqa: PLC0415

    browser = browser_of()
    link = first_link.new_link()
    assert link is not None
    assert browser.post(link.path).status_code == 302
    return visitor(browser, "/first/")


def make_scene() -> list[Visitor]:
    """Make everything."""
    from games.site.account.factors.links import make_token  # noqa: PLC0415
    from games.site.account.family.locking import set_lock  # noqa: PLC0415
    from tests.site.account.factors.people import Factors  # noqa: PLC0415
    from tests.site.events.puzzles.making import puzzle  # noqa: PLC0415
    from tests.support.people import PASSWORD, account, person, registered  # noqa: PLC0415

    nadia, omar, child = registered("Nadia"), account("Omar"), account("Karl")
    for_all, own = pages_of_games(nadia, omar)
    of_circle, of_link = pages_of_circles(nadia, omar, account("Ines"))
    report = f"/report/?kind=player&subject={omar.pk}"
    own += [f"/settings/second-factor/link/{make_token(nadia)}/", f"/puzzles/{puzzle().code}/"]
    own += [*of_circle, report, f"/@{omar.name}/", f"/@{omar.name}/games/", *PAGES_OF_ACCOUNTS]
    desk = pages_of_the_desk(nadia, omar)
    links = pages_of_links(nadia, omar)
    set_lock(child, True)
    entering = browser_of()
    Factors(nadia, "app codes")
    entering.post("/sign-in/", {"name": "Nadia", "password": PASSWORD})
    moderator, operator = account("Mona"), account("Olga")
    settings = [f"/site/{question}/" for question in QUESTIONS]
    works = "is_superuser = 1, is_staff = 1 WHERE name = 'Olga'"
    return [
        opener(),
        visitor(browser_of(), *for_all, *links),
        visitor(browser_of(nadia), *own),
        visitor(browser_of(person("Gus")), *of_link, "/sign-out/"),
        visitor(browser_of(child), "/", "/settings/family/"),
        visitor(entering, "/sign-in/code/"),
        visitor(browser_of(moderator), *desk, works="desk_role = 'moderator' WHERE name = 'Mona'"),
        visitor(browser_of(operator), *settings, works=works),
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yachtsite.settings")
    fairness.die = chosen_die  # as the site does, which verifies the games
    django.setup()
    json.dump(make_scene(), sys.stdout)
