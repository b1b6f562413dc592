"""The order of a board, its places and its pages, against a list that was sorted by hand."""

import base64
import itertools
import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.leaderboards.boards import (
    Board,
    Entry,
    Kind,
    Page,
    find_entry,
    open_board,
    read_page,
)
from games.models import Game, Rating, User
from games.pages.cursors import InvalidCursor
from games.ratings.scores import Games
from tests.profiles.rows import crowd, rating, skill, tally

# A Wednesday; its week began on the Monday before.
NOW = datetime(2026, 3, 18, 23, 59, 59, tzinfo=UTC)
DAY, MONDAY = date(2026, 3, 18), date(2026, 3, 16)
TODAY = {"day": DAY, "week": MONDAY}
COLUMNS = {Kind.BEST: "best_table", Kind.WINS: "wins"}
REAL = (Kind.AVERAGE, Kind.SKILL)
pytestmark = pytest.mark.django_db


def fill(kind: Kind, values: list[int]) -> list[tuple[int, User]]:
    """Give somebody each of these values, in this order."""
    people = crowd(len(values))
    for player, value in zip(people, values, strict=True):
        if kind is Kind.RATING:
            rating(player, value)
        elif kind is Kind.AVERAGE:
            rating(player, average_table=value + 0.05)
        elif kind is Kind.SKILL:
            skill(player, value + 0.05)
        else:
            columns: dict[str, Any] = {COLUMNS[kind]: value}
            rating(player, **columns)
    return list(zip(values, people, strict=True))


def naive_board(kind: Kind, filled: list[tuple[int, User]]) -> list[tuple[int, int, float]]:
    """Place, player and value, as the board should have them."""
    more = 0.05 if kind in REAL else 0
    sign = -1 if kind is Kind.SKILL else 1
    ordered = sorted(filled, key=lambda pair: (-sign * pair[0], pair[1].pk))
    return [
        (1 + sum(sign * other > sign * value for other, _ in filled), player.pk, value + more)
        for value, player in ordered
    ]


def lines(entries: tuple[Entry, ...] | list[Entry]) -> list[tuple[int, int, float]]:
    return [(entry.place, entry.player, entry.value) for entry in entries]


def walk(board: Board, most: int) -> list[Entry]:
    """All entries, page by page."""
    page = read_page(board, None, most)
    found = list(page.entries)
    while page.after is not None:
        assert len(page.entries) == most
        page = read_page(board, page.after, most)
        found += page.entries
    return found


@pytest.mark.parametrize("most", [1, 3, 7, 30, 100])
@pytest.mark.parametrize("kind", Kind)
def test_it_is_the_same_in_pages_of_any_size(kind: Kind, most: int) -> None:
    rng = random.Random(most)
    filled = fill(kind, [rng.randint(1, 9) for _ in range(30)])
    board = open_board(kind, "yacht", "ever", NOW)
    expected = naive_board(kind, filled)
    assert lines(walk(board, most)) == expected
    for place, player, value in expected:
        entry = find_entry(board, player)
        assert entry is not None
        assert (entry.place, entry.value) == (place, value)


@pytest.mark.parametrize("span", ["day", "ever"])
def test_it_keeps_solo_games_and_games_with_others_apart(span: str) -> None:
    for player, games in zip(crowd(2), Games, strict=True):
        scores: dict[str, Any] = {f"best_{games}": 100}
        rating(player, **{**scores, f"average_{games}": 50.0})
        tally(player, "day", DAY, **scores)
    for kind in Kind.BEST, Kind.AVERAGE:
        names = [
            [entry.name for entry in read_page(open_board(kind, "yacht", span, NOW, games)).entries]
            for games in (Games.TABLE, Games.SOLO)
        ]
        assert names == [["Sailor 0"], ["Sailor 1"]]


@pytest.mark.parametrize("kind", Kind)
def test_it_is_empty_where_nobody_has_played(kind: Kind) -> None:
    board = open_board(kind, "yacht", "week", NOW)
    assert read_page(board) == Page((), None)
    assert find_entry(board, 1) is None


def test_it_has_accounts_only() -> None:
    shown, hidden = crowd(2)
    for player, eligible in (shown, True), (hidden, False):
        flags: dict[str, Any] = {"eligible": eligible, "listed": eligible}
        rating(player, average_table=100.0, best_table=100, wins=1, **flags)
        skill(player, 0.5, **flags)
        tally(player, "day", DAY, best_table=100, wins=1, eligible=eligible)
    for kind, span in itertools.product(Kind, ("day", "ever")):
        board = open_board(kind, "yacht", span, NOW)
        assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]
        assert find_entry(board, hidden.pk) is None


def test_it_has_nobody_without_a_win_among_the_winners() -> None:
    (player,) = crowd(1)
    rating(player, best_table=100, wins=0)
    tally(player, "day", DAY, best_table=100, wins=0)
    for span in ("day", "ever"):
        assert read_page(open_board(Kind.WINS, "yacht", span, NOW)).entries == ()
        assert len(read_page(open_board(Kind.BEST, "yacht", span, NOW)).entries) == 1


def test_it_keeps_variants_apart() -> None:
    one, other = crowd(2)
    rating(one, 1600)
    rating(other, 1700, pool="yatzy")
    board = open_board(Kind.RATING, "yacht", "ever", NOW)
    assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]


@pytest.mark.parametrize("span", TODAY)
def test_it_shows_the_day_and_the_week_that_it_is(span: str) -> None:
    people = crowd(3)
    begins = TODAY[span]
    tally(people[0], span, begins, best_table=100)
    tally(people[1], span, begins - timedelta(days=7), best_table=200)
    other = next(name for name in TODAY if name != span)
    tally(people[2], other, TODAY[other], best_table=300)
    board = open_board(Kind.BEST, "yacht", span, NOW)
    assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]


def test_it_names_the_game_of_a_highest_score() -> None:
    (player,) = crowd(1)
    game = Game.objects.create(code="k7m2p9x4w3ab", number=1, variant="yacht", created_at=NOW)
    rating(player, best_table=100, best_table_game=game)
    tally(player, "day", DAY, best_table=100, best_table_game=game)
    boards = [open_board(Kind.BEST, "yacht", span, NOW) for span in ("day", "ever")]
    assert [read_page(board).entries[0].game for board in boards] == ["k7m2p9x4w3ab"] * 2
    game.delete()
    assert [read_page(board).entries[0].game for board in boards] == [None, None]


def test_it_marks_a_rating_as_provisional_until_it_is_certain() -> None:
    for player, sigma in zip(crowd(2), (66, 64), strict=True):
        rating(player, sigma=sigma)
    entries = read_page(open_board(Kind.RATING, "yacht", "ever", NOW)).entries
    assert [entry.provisional for entry in entries] == [True, False]


def test_it_goes_on_where_it_was_though_the_board_has_changed() -> None:
    fill(Kind.RATING, [1510, 1509, 1508, 1507, 1506])
    board = open_board(Kind.RATING, "yacht", "ever", NOW)
    first = read_page(board, None, 2)
    Rating.objects.filter(shown=1510).update(shown=1400)
    second = read_page(board, first.after, 2)
    assert [(entry.place, entry.value) for entry in second.entries] == [(2, 1508), (3, 1507)]


@pytest.mark.parametrize(
    "text",
    ["", "1500", ":1", "1500:", "nan:1", "inf:1", "1:2:3", "9999999999999999:1", f"1:{2**63}"],
)
@pytest.mark.parametrize("kind", [Kind.RATING, Kind.AVERAGE, Kind.SKILL])
def test_it_refuses_a_cursor_that_is_none(kind: Kind, text: str) -> None:
    fill(kind, [1500])
    cursor = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    with pytest.raises(InvalidCursor):
        read_page(open_board(kind, "yacht", "ever", NOW), cursor)


@pytest.mark.parametrize("cursor", ["x", "1500:1", "é", "/w", "//"])
def test_it_refuses_what_is_not_even_encoded(cursor: str) -> None:
    with pytest.raises(InvalidCursor):
        read_page(open_board(Kind.RATING, "yacht", "ever", NOW), cursor)


def test_it_knows_no_other_span() -> None:
    with pytest.raises(ValueError, match="year"):
        open_board(Kind.WINS, "yacht", "year", NOW)
