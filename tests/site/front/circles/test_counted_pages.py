"""The pages of what a circle has played: for its members only."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Circle, CircleStanding, Game, User
from games.people.circles import friends, membership
from games.people.circles.together import place_in
from games.platform.clock import utc_now
from games.site.account.family.locking import set_lock
from games.site.front.circles import season
from games.site.front.circles.counting import count_games, weigh_games
from games.site.front.circles.evenings import evenings_of, newest_results, records_of
from games.site.front.circles.nights import tonight
from games.site.front.circles.season import begin, choose_length, season_of, seasons_of
from games.site.front.circles.standings import against, table_of
from tests.site.front.circles.making import NOON, analysed, circle_of, finished
from tests.support.people import BACKEND, account

pytestmark = pytest.mark.django_db

ROUTES = ("circle-season-now", "circle-evenings", "circle-records")


def plain_name(_: int | None, name: str) -> str:
    return name


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, BACKEND)
    return client


def played(circle: Circle, *people: tuple[User, int, int], days: int = 0, **more: Any) -> Game:
    game = finished(circle, list(people), utc_now() - timedelta(days=days), **more)
    count_games()
    return game


def all_paths(circle: Circle, name: str) -> list[str]:
    key = season.current_season(circle, utc_now())
    return [
        *(reverse(route, args=[circle.code]) for route in ROUTES),
        reverse("circle-season", args=[circle.code, key]),
        reverse("circle-with", args=[circle.code, name]),
    ]


def test_members_see_all_pages() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    for games in range(3):
        for path in all_paths(circle, "Bob"):
            answer = browser(alice).get(path)
            assert answer.status_code == 200, path
            assert answer["Cache-Control"] == "private, no-store"
            assert "Harbour dice" in answer.content.decode()
        played(circle, (alice, 100 + games, 1), (bob, 90, 2))


def test_others_see_what_an_unknown_code_shows() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    circle = circle_of(alice, bob)
    played(circle, (alice, 100, 1), (bob, 90, 2))
    for reader in (charlie, None):
        client = browser(reader)
        for path in all_paths(circle, "Bob"):
            real = client.get(path, follow=True)
            unknown = client.get(path.replace(circle.code, "unknown23456"), follow=True)
            assert real.status_code == unknown.status_code == 404
            assert "Bob" not in real.content.decode()
            for headers in (real.headers, unknown.headers):
                headers.pop("Content-Security-Policy", None)
            assert real.headers == unknown.headers
        for route in ("circle-season-begin", "circle-season-length"):
            assert client.post(reverse(route, args=[circle.code])).status_code == 404


@pytest.mark.parametrize(
    "path", ["season/2026-13", "season/2026-Q5", "season/1999-01", "evenings/?after=x", "with/zoe"]
)
def test_what_is_not_there_is_404(path: str) -> None:
    alice = account("Alice")
    circle = circle_of(alice)
    assert browser(alice).get(f"/circles/{circle.code}/{path}").status_code == 404


def test_a_season_names_who_chose_best_and_who_was_luckiest() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    circle = circle_of(alice, bob, charlie)
    for number in range(5):
        game = played(circle, (alice, 10, 1), (bob, 5, 2), (charlie, 5, 2))
        analysed(game, 0, 20 + number, -3)
        analysed(game, 1, 30, 8)
        if number < 4:
            analysed(game, 2, 1, 50)  # too few games to be named
        Game.objects.filter(pk=game.pk).update(analysed=4)
    weigh_games(NOON)
    key = season.current_season(circle, utc_now())
    table = table_of(circle, key, plain_name)
    assert [row.name for row in table.best] == ["Alice"]
    assert table.best[0].loss == 22
    assert [row.name for row in table.luckiest] == ["Bob"]
    assert [(row.name, row.place) for row in table.rows] == [
        ("Alice", 1),
        ("Bob", 2),
        ("Charlie", 2),
    ]
    shown = browser(alice).get(reverse("circle-season-now", args=[circle.code])).content.decode()
    assert "22.0 points given up a game" in shown
    assert "8.0 points of luck a game" in shown


def test_a_season_follows_the_length_that_its_owner_chooses() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    client = browser(alice)
    night = date(2026, 8, 31)
    keys = []
    for length in Circle.Season.values:
        answer = client.post(
            reverse("circle-season-length", args=[circle.code]), {"length": length}
        )
        assert answer.status_code == 302
        circle.refresh_from_db()
        keys.append(season_of(circle, night))
    assert keys[:2] == ["2026-08", "2026-Q3"]
    assert keys[2] == season.began_on(circle).isoformat()
    others = browser(bob)
    path = reverse("circle-season-length", args=[circle.code])
    assert others.post(path, {"length": "month"}).status_code == 403
    assert client.post(path, {"length": "week"}).status_code == 422


def test_a_new_season_begins_with_this_night() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    place = place_in(circle.pk, alice.pk)
    assert place is not None
    choose_length(circle, place, "open")
    began = datetime(2026, 1, 5, 12, tzinfo=UTC)
    Circle.objects.filter(pk=circle.pk).update(season_began_at=began)
    played(circle, (alice, 10, 1), (bob, 5, 2), days=3)
    played(circle, (alice, 10, 1), (bob, 7, 2))
    begin(circle, place)
    circle.refresh_from_db()
    today = tonight(circle, utc_now()).isoformat()
    played(circle, (alice, 10, 2), (bob, 20, 1))
    late = played(circle, (alice, 30, 1), (bob, 1, 2), days=2)
    assert late.circle_plays.get(seat=0).season == "2026-01-05"
    rows = CircleStanding.objects.order_by("season", "name")
    assert list(rows.values_list("season", "name", "games", "points")) == [
        ("2026-01-05", "Alice", 2, 40),
        ("2026-01-05", "Bob", 2, 6),
        (today, "Alice", 2, 20),
        (today, "Bob", 2, 27),
    ]
    assert [each.key for each in seasons_of(circle, utc_now())] == [today, "2026-01-05"]
    # Another zone changes nothing about seasons that have begun.
    Circle.objects.filter(pk=circle.pk).update(zone="Pacific/Auckland")
    circle.refresh_from_db()
    assert season.began_on(circle).isoformat() == today


def test_evenings_come_in_pages() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    for days in range(45):
        finished(circle, [(alice, days, 1), (bob, 5, 2)], NOON - timedelta(days=days // 2))
    count_games()
    seen, after = [], ""
    while True:
        found = evenings_of(circle, plain_name, after)
        seen += [row.night for row in found.rows]
        if found.after is None:
            break
        after = found.after
    assert seen == sorted(set(seen), reverse=True)
    assert len(seen) == 23
    answer = browser(alice).get(reverse("circle-evenings", args=[circle.code]))
    assert "Older" in answer.content.decode()


def test_records_are_the_best_of_each_game() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    played(circle, (alice, 100, 2), (bob, 190, 1), variant="yacht")
    best = played(circle, (alice, 200, 1), (bob, 190, 2), variant="yacht")
    played(circle, (alice, 300, 1), (bob, 90, 2), variant="yatzy")
    assert [(each.rules, each.name, each.total) for each in records_of(circle, plain_name)] == [
        ("Yacht", "Alice", 200),
        ("Yatzy", "Alice", 300),
    ]
    newest = newest_results(circle, plain_name)
    assert newest[1].code == best.code
    assert newest[1].seats == [("Alice", 200, 1), ("Bob", 190, 2)]


def test_two_members_see_who_is_ahead() -> None:
    alice, bob, charlie = account("Alice"), account("Bob"), account("Charlie")
    circle = circle_of(alice, bob, charlie)
    played(circle, (alice, 10, 1), (bob, 5, 2))
    played(circle, (alice, 10, 1), (bob, 10, 1))
    played(circle, (alice, 10, 3), (bob, 15, 2), (charlie, 20, 1))
    played(circle, (alice, 10, 2), (charlie, 20, 1))
    mine, theirs = against(circle, alice, bob), against(circle, bob, alice)
    assert (mine.games, mine.ahead, mine.ties, mine.behind) == (3, 1, 1, 1)
    assert (theirs.ahead, theirs.behind) == (1, 1)
    assert [(each.mine, each.theirs, each.ahead) for each in mine.newest] == [
        (10, 15, -1),
        (10, 10, 0),
        (10, 5, 1),
    ]
    assert against(circle, bob, charlie).games == 1


def test_friends_have_a_season_too() -> None:
    alice, bob = account("Alice"), account("Bob")
    friends.ask(alice, bob)
    friends.ask(bob, alice)
    pair = friends.pair_of(alice.pk, bob.pk)
    assert pair is not None
    played(pair, (alice, 10, 1), (bob, 5, 2))
    shown = browser(alice).get(reverse("circle-season-now", args=[pair.code])).content.decode()
    assert "Bob" in shown
    assert "How long a season lasts" not in shown


def test_former_members_cannot_be_compared() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(alice, bob)
    played(circle, (alice, 10, 1), (bob, 5, 2))
    membership.leave(circle.pk, bob.pk)
    assert browser(alice).get(f"/circles/{circle.code}/with/bob").status_code == 404
    answer = browser(alice).get(reverse("circle-season-now", args=[circle.code]))
    assert "Bob" in answer.content.decode()


@pytest.mark.parametrize(("route", "most"), dict(zip(ROUTES, (10, 9, 12), strict=True)).items())
def test_more_games_need_no_more_queries(
    route: str, most: int, django_assert_max_num_queries: Any
) -> None:
    people = [account(name) for name in ("Alice", "Bob", "Charlie", "Dora")]
    circle = circle_of(*people)
    for number in range(30):
        played(circle, *((who, number, 1) for who in people), days=number)
    client = browser(people[0])
    with django_assert_max_num_queries(most):
        assert client.get(reverse(route, args=[circle.code])).status_code == 200


def test_a_family_lock_hides_names_of_strangers() -> None:
    alice, bob = account("Alice"), account("Bob")
    circle = circle_of(bob, alice)
    played(circle, (alice, 10, 1), (bob, 5, 2))
    set_lock(alice, True)
    alice.refresh_from_db()
    for path in all_paths(circle, "bob")[:-1]:
        answer = browser(alice).get(path)
        assert answer.status_code == 200, path
        assert "Bob" not in answer.content.decode(), path
    assert browser(alice).get(f"/circles/{circle.code}/with/Bob").status_code == 403
    answer = browser(bob).post(
        reverse("circle-season-length", args=[circle.code]), {"length": "open"}
    )
    assert answer.status_code == 302


def test_a_long_table_comes_in_pages() -> None:
    people = [account(f"Player {number}") for number in range(45)]
    circle = circle_of(*people)
    for one, other in pairwise(people):
        finished(circle, [(one, 10, 1), (other, 5, 2)], utc_now())
    count_games()
    client = browser(people[0])
    first = client.get(reverse("circle-season-now", args=[circle.code])).content.decode()
    second = client.get(reverse("circle-season-now", args=[circle.code]) + "?page=2")
    assert first.count("<tr") == 41
    assert second.content.decode().count("<tr") == 6
    assert "You are number" in first
