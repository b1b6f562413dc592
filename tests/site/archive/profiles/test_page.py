"""The page of a board: for strangers, guests and accounts, empty and full."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import resolve
from pytest_django import DjangoAssertNumQueries

from games.core.rules import VARIANTS
from games.models import Game, User
from games.record.ratings.record_changes import week_of
from games.site.archive.leaderboards.boards import PAGE
from tests.fixtures import As
from tests.site.archive.profiles.rows import crowd, rating, tally
from tests.support.reading import text_of

pytestmark = pytest.mark.registered

BOARDS = ("rating", "week", "records")


@pytest.mark.django_db
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_invites_where_nobody_has_played(outsider: Client, variant: str, board: str) -> None:
    text = text_of(outsider, f"/leaderboards/{variant}/", board=board)
    assert 'class="empty"' in text
    assert f'href="/new/?variant={variant}"' in text
    assert "<table" not in text


@pytest.mark.django_db
def test_it_begins_with_the_ratings_of_the_visitors_first_game(outsider: Client) -> None:
    answer = outsider.get("/leaderboards/")
    assert answer.context["variant"].id == "yahtzee"
    assert answer.context["kind"] == "rating"
    assert 'href="/leaderboards/"' in outsider.get("/community/").content.decode()


@pytest.mark.django_db
def test_it_puts_three_on_the_podium_and_the_others_below(outsider: Client) -> None:
    for number, player in enumerate(crowd(5)):
        rating(player, 1600 - number)
    text = text_of(outsider, "/leaderboards/yacht/")
    podium, table = text.split("</ol>")[0], text.split("<tbody>")[1]
    assert [name in podium for name in ("Sailor 0", "Sailor 2", "Sailor 3")] == [True, True, False]
    assert [name in table for name in ("Sailor 2", "Sailor 3", "Sailor 4")] == [False, True, True]
    assert 'href="/@Sailor%203/"' in table


@pytest.mark.django_db
def test_it_marks_what_is_provisional(outsider: Client) -> None:
    first, second = crowd(2)
    rating(first, 1600, sigma=90)
    rating(second, 1550, sigma=40)
    text = text_of(outsider, "/leaderboards/yacht/")
    assert '1600<abbr title="provisional rating">?</abbr>' in text
    assert "1550<abbr" not in text


@pytest.mark.django_db
def test_it_says_once_that_every_rating_is_provisional(outsider: Client) -> None:
    for player in crowd(2):
        rating(player, 1600, sigma=90)
    text = text_of(outsider, "/leaderboards/yacht/")
    assert "<abbr" not in text
    assert "Every rating is still uncertain." in text


@pytest.mark.parametrize("games", ["table", "solo"])
def test_it_links_a_record_to_its_game(alice: User, outsider: Client, games: str) -> None:
    now = datetime.now(UTC)
    game = Game.objects.create(code="k7m2p9x4w3ab", number=1, variant="yacht", created_at=now)
    best: dict[str, Any] = {f"best_{games}": 177, f"best_{games}_game": game}
    rating(alice, **best)
    text = text_of(outsider, "/leaderboards/yacht/", board="records", games=games)
    assert '<a href="/g/k7m2p9x4w3ab/">177</a>' in text


@pytest.mark.django_db
def test_it_links_the_records_of_games_with_others_and_of_solo_games(outsider: Client) -> None:
    text = text_of(outsider, "/leaderboards/yacht/", board="records")
    assert re.search(r'aria-current="page">With others</a><a href="[^"]*games=solo">Solo</a>', text)
    assert "against people." in text
    solo = text_of(outsider, "/leaderboards/yacht/", board="records", games="solo")
    assert re.search(r'games=solo" aria-current="page">Solo</a>', solo)
    assert "alone or against bots." in solo
    assert ">With others<" not in text_of(outsider, "/leaderboards/yacht/", board="week")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("board=wins&span=day", "week"),
        ("board=best&span=ever&games=solo", "records"),
        ("board=average&span=day", "records"),
        ("board=skill", "rating"),
        ("board=beauty&dice=loaded&games=chess", "rating"),
    ],
)
def test_it_shows_for_an_old_link_what_is_nearest(outsider: Client, query: str, kind: str) -> None:
    answer = outsider.get(f"/leaderboards/yacht/?{query}")
    assert answer.status_code == 200
    assert answer.context["kind"] == kind
    assert (answer.context["games"] == "solo") == ("solo" in query)


def test_it_shows_my_line_highlighted_and_my_place(alice: User, signed_in: As) -> None:
    for number, player in enumerate([*crowd(6), alice]):
        rating(player, 1600 - number)
    text = text_of(signed_in(alice), "/leaderboards/yacht/")
    (mine,) = re.findall(r'<tr class="mine">.*?</tr>', text)
    assert "Alice" in mine
    assert "1594" in mine
    assert 'You are number <strong class="number">7</strong>' in text


def test_it_shows_my_line_though_it_is_far_down(alice: User, signed_in: As) -> None:
    for number, player in enumerate(crowd(PAGE + 10)):
        rating(player, 1600 - number)
    rating(alice, 1400)
    browser = signed_in(alice)
    answer = browser.get("/leaderboards/yacht/")
    text = answer.content.decode()
    assert answer.context["mine_is_elsewhere"]
    assert text.count('class="mine"') == 1
    assert f'<strong class="number">{PAGE + 11}</strong>' in text
    second = browser.get("/leaderboards/yacht/" + answer.context["next"])
    assert not second.context["mine_is_elsewhere"]
    assert second.context["entries"][-1].place == PAGE + 11
    assert second.context["next"] is None


def test_it_tells_a_guest_how_to_be_listed(guest: User, signed_in: As) -> None:
    rating(guest, 1523, listed=False, eligible=False, games=7, rated_games=7)
    text = text_of(signed_in(guest), "/leaderboards/yacht/")
    assert '<a href="/account/keep/">Choose a password</a> to appear here' in text
    assert 'class="mine"' not in text


@pytest.mark.parametrize(("games", "words"), [(0, "5 more rated games"), (4, "1 more rated game ")])
def test_it_tells_how_many_games_are_missing(
    alice: User, signed_in: As, games: int, words: str
) -> None:
    if games:
        rating(alice, listed=False, rated_games=games, games=games)
    assert words in text_of(signed_in(alice), "/leaderboards/yacht/")


@pytest.mark.parametrize(
    "path",
    [
        "/leaderboards/chess/",
        "/leaderboards/yacht/?after=x",
    ],
)
def test_it_knows_no_such_board(outsider: Client, db: None, path: str) -> None:
    assert outsider.get(path).status_code == 404


def test_it_only_reads(outsider: Client, db: None) -> None:
    assert outsider.post("/leaderboards/").status_code == 405


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("count", [1, PAGE + 20])
def test_it_asks_as_few_questions_for_many_as_for_one(
    alice: User,
    outsider: Client,
    signed_in: As,
    board: str,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number, player in enumerate([*crowd(count), alice]):
        rating(player, 1600 - number, best_table=300 - number)
        tally(player, week_of(datetime.now(UTC)), 100 - number)
    query = {"board": board}
    # The page, and whether there is a leaderboard of those with the same dice.
    with django_assert_num_queries(2):
        outsider.get("/leaderboards/yacht/", query)
    browser = signed_in(alice)
    # Session, player, the page; if I am not on the page, my line and how many are above.
    with django_assert_num_queries(4 if count == 1 else 6):
        answer = browser.get("/leaderboards/yacht/", query)
    if answer.context["next"]:
        # The page is two ranges of the index, and its first place is counted in two.
        with django_assert_num_queries(5):
            outsider.get("/leaderboards/yacht/" + answer.context["next"])


@pytest.mark.django_db
def test_it_shows_names_as_text() -> None:
    (player,) = crowd(1)
    User.objects.filter(pk=player.pk).update(name="<b>Bo</b> / ?")
    rating(player)
    text = Client().get("/leaderboards/yacht/").content.decode()
    assert "<b>Bo" not in text
    (link,) = re.findall(r'<th scope="row">.*? <a href="([^"]+)"', text)
    assert resolve(unquote(link)).kwargs == {"name": "<b>Bo</b> / ?"}
