"""Circles: their members, and nobody else, see the games of their table with the right sums."""

import html
import re
from datetime import UTC, datetime
from typing import Any

from django.db.models import F

from games.models import (
    Circle,
    CircleEveningPlace,
    CircleMember,
    CirclePlay,
    CircleStanding,
    Game,
)
from games.platform.clock import utc_now
from tests.site.front.circles import naive
from tests.system.whole_games.journal import MadeCircle, Person
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played
from tests.system.whole_games.judges.pages import Visitor

STANDING = re.compile(
    r'<th scope="row">(?P<name>.*?)</th>\s*<td class="number">(\d+)</td>'
    r'<td class="number">(\d+)</td><td class="number">(\d+)</td>'
)
EVENING = re.compile(r'<article class="evening">.*?</article>', re.DOTALL)
GAMES = re.compile(r"(\d+) games?\b")
PLACE = re.compile(
    r'<span class="evening-name">(?P<name>.*?)</span> <span class="evening-wins">(\d+) wins?'
    r'</span> <b class="number">(\d+)</b>'
)
TAG, YOU = re.compile(r"<[^>]*>"), re.compile(r'<span class="badge">.*?</span>')
IN_PART = 5
"""Rows of the season on the page of the circle."""
FEWEST = 2
"""People of a game that counts."""
SUBPAGES = ("", "members", "season/", "evenings/", "records/")


def circles(evidence: Evidence) -> Complaints:
    """Every circle has the games of its table, in its season and on its evening, with the sums that
    follow from their logs; and is not there for anybody else.
    """
    visitor = Visitor()
    for made in evidence.journal.circles:
        for problem in (
            *_page_problems(visitor, made, evidence),
            *_stranger_problems(visitor, made, evidence),
        ):
            yield f"{made.name}, {made.code}: {problem}"
    known = {made.code for made in evidence.journal.circles}
    for code, circle in Game.objects.exclude(circle=None).values_list("code", "circle__code"):
        if circle not in known:
            yield f"{code} was played for the circle {circle}, which nobody has made"


def games_of(made: MadeCircle, evidence: Evidence) -> list[Played]:
    """Return the games that count for a circle: those of its table that have a result."""
    codes = [
        code for table in evidence.journal.tables if table.row == made.row for code in table.games
    ]
    played = [evidence.by_code[code] for code in codes]
    return [each for each in played if each.is_finished and len(_people(each, evidence)) >= FEWEST]


def _people(played: Played, evidence: Evidence) -> list[tuple[int | None, int, int]]:
    """Return the people of a game, with total and place among all seats."""
    ends = zip(
        (seat["player"] for seat in played.start["seats"]),
        played.end.data["totals"],
        played.end.data["places"],
        strict=True,
    )
    return [each for each in ends if each[0] in evidence.journal.people]


def _sums(made: MadeCircle, games: list[Played], evidence: Evidence) -> dict[str, Any]:
    """Return what the logs of its games say, by a second implementation."""
    plain = [
        naive.PlainGame(
            datetime.fromtimestamp(played.end.at / 1000, UTC),
            played.start["variant"],
            _people(played, evidence),
        )
        for played in games
    ]
    return naive.sums(plain, made.zone, "month", [])


# --- What members see ---------------------------------------------------------------------


def _page_problems(visitor: Visitor, made: MadeCircle, evidence: Evidence) -> Complaints:
    people = evidence.journal.people
    games = games_of(made, evidence)
    sums = _sums(made, games, evidence)
    seasons: dict[str, dict[str, tuple[int, ...]]] = {}
    for (season, player), row in sums["standings"].items():
        seasons.setdefault(season, {})[people[player].name] = row[:3]
    evenings = [
        (count, {people[player].name: (wins, points) for player, (_, wins, points) in rows.items()})
        for count, rows in sums["evenings"].values()
    ]
    for member in {made.people[0], made.people[-1]}:
        come_as(visitor, people[member])
        yield from _overview_problems(visitor, made, games, seasons)
        for key, wanted in seasons.items():
            page = _body(visitor, f"/circles/{made.code}/season/{key}")
            if standings_in(page) != wanted:
                yield f"{people[member].name} sees {standings_in(page)} in {key}, not {wanted}"
        told = evenings_in(_body(visitor, f"/circles/{made.code}/evenings/"))
        if sorted(told, key=str) != sorted(evenings, key=str):
            yield f"{people[member].name} sees the evenings {told}, not {evenings}"


def _overview_problems(
    visitor: Visitor,
    made: MadeCircle,
    games: list[Played],
    seasons: dict[str, dict[str, tuple[int, ...]]],
) -> Complaints:
    """Its page has the current season, its first rows at least, and leads to the games."""
    page = _body(visitor, f"/circles/{made.code}/")
    now = naive.season(naive.night(utc_now(), made.zone), "month", [])
    wanted = seasons.get(now, {})
    rows = standings_in(page)
    if not rows.items() <= wanted.items() or len(rows) != min(len(wanted), IN_PART):
        yield f"its page has {rows}, of {wanted}"
    yield from (
        f"its page does not lead to {played.code}"
        for played in games
        if f'"/g/{played.code}/"' not in page
    )


def standings_in(page: str) -> dict[str, tuple[int, ...]]:
    """Return games, wins and points by name, as the table of a season shows them."""
    return {
        _text(found["name"]): tuple(map(int, found.groups()[1:]))
        for found in STANDING.finditer(page)
    }


def evenings_in(page: str) -> list[tuple[int, dict[str, tuple[int, ...]]]]:
    """Return how many games each evening has, with wins and points by name."""
    shown = []
    for evening in EVENING.findall(page):
        games = GAMES.search(evening)
        places = {
            _text(found["name"]): tuple(map(int, found.groups()[1:]))
            for found in PLACE.finditer(evening)
        }
        shown.append((int(games[1]) if games else 0, places))
    return shown


def _text(markup: str) -> str:
    return html.unescape(TAG.sub("", YOU.sub("", markup))).strip()


def _body(visitor: Visitor, path: str) -> str:
    answer = visitor.ask(path)
    return str(answer.content.decode()) if answer.status_code == 200 else ""


def come_as(visitor: Visitor, person: Person | None) -> None:
    """Let the next requests come from somebody; None: from somebody without a name."""
    visitor.cookies.clear()
    if person is not None:
        visitor.cookies["sessionid"] = person.cookie


# --- What others see ----------------------------------------------------------------------


def stranger_to(made: MadeCircle, evidence: Evidence) -> Person:
    """Return somebody who does not belong to a circle."""
    people = evidence.journal.people.values()
    return next(each for each in people if each.id not in made.people)


def _stranger_problems(visitor: Visitor, made: MadeCircle, evidence: Evidence) -> Complaints:
    for person in (None, stranger_to(made, evidence)):
        come_as(visitor, person)
        for subpage in SUBPAGES:
            answer = visitor.ask(f"/circles/{made.code}/{subpage}")
            if answer.status_code != 404 or made.name in answer.content.decode():
                yield f"a stranger gets {answer.status_code} for {subpage or 'its page'}"


# --- Ways to break them -------------------------------------------------------------------


def another_point(_: Evidence) -> None:
    """Give somebody a point in a season."""
    row = CircleStanding.objects.order_by("pk")[0]
    CircleStanding.objects.filter(pk=row.pk).update(points=F("points") + 1)


def another_win(_: Evidence) -> None:
    """Give somebody a win of an evening."""
    row = CircleEveningPlace.objects.order_by("pk")[0]
    CircleEveningPlace.objects.filter(pk=row.pk).update(wins=F("wins") + 1)


def no_play(_: Evidence) -> None:
    """Lose a game of a circle."""
    game = CirclePlay.objects.order_by("pk")[0].game
    CirclePlay.objects.filter(game=game).delete()


def a_stranger(evidence: Evidence) -> None:
    """Let somebody see a circle who has not come by its link."""
    made = evidence.journal.circles[0]
    CircleMember.objects.create(
        circle=Circle.objects.get(code=made.code),
        player_id=stranger_to(made, evidence).id,
        joined_at=utc_now(),
    )
