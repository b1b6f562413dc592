"""The order of a board, its places and its pages, against a list that was sorted by hand."""

import base64
import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Rating, User
from games.record.ratings.record_changes import Games
from games.site.archive.leaderboards.boards import (
    Board,
    Entry,
    Kind,
    Page,
    find_entry,
    open_board,
    read_page,
)
from games.site.shared.pages.cursors import InvalidCursor
from tests.site.archive.profiles.rows import crowd, rating, tally

# A Wednesday; its week began on the Monday before.
NOW = datetime(2026, 3, 18, 23, 59, 59, tzinfo=UTC)
MONDAY = date(2026, 3, 16)
pytestmark = pytest.mark.django_db


def fill(kind: Kind, values: list[int]) -> list[tuple[int, User]]:
    """Give somebody each of these values, in this order."""
    people = crowd(len(values))
    for player, value in zip(people, values, strict=True):
        if kind is Kind.RATING:
            rating(player, value)
        elif kind is Kind.WEEK:
            tally(player, MONDAY, value)
        else:
            rating(player, best_table=value)
    return list(zip(values, people, strict=True))


def naive_board(filled: list[tuple[int, User]]) -> list[tuple[int, int, int]]:
    """Place, player and value, as the board should have them."""
    ordered = sorted(filled, key=lambda pair: (-pair[0], pair[1].pk))
    return [
        (1 + sum(other > value for other, _ in filled), player.pk, value)
        for value, player in ordered
    ]


def lines(entries: tuple[Entry, ...] | list[Entry]) -> list[tuple[int, int, int]]:
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
    board = open_board(kind, "yacht", NOW)
    expected = naive_board(filled)
    assert lines(walk(board, most)) == expected
    for place, player, value in expected:
        entry = find_entry(board, player)
        assert entry is not None
        assert (entry.place, entry.value) == (place, value)


def test_it_keeps_solo_games_and_games_with_others_apart() -> None:
    for player, games in zip(crowd(2), Games, strict=True):
        scores: dict[str, Any] = {f"best_{games}": 100}
        rating(player, **scores)
    names = [
        [entry.name for entry in read_page(open_board(Kind.RECORDS, "yacht", NOW, games)).entries]
        for games in (Games.TABLE, Games.SOLO)
    ]
    assert names == [["Sailor 0"], ["Sailor 1"]]


@pytest.mark.parametrize("kind", Kind)
def test_it_is_empty_where_nobody_has_played(kind: Kind) -> None:
    board = open_board(kind, "yacht", NOW)
    assert read_page(board) == Page((), None)
    assert find_entry(board, 1) is None


def test_it_has_accounts_only() -> None:
    shown, hidden = crowd(2)
    for player, eligible in (shown, True), (hidden, False):
        flags: dict[str, Any] = {"eligible": eligible, "listed": eligible}
        rating(player, best_table=100, **flags)
        tally(player, MONDAY, 1, eligible=eligible)
    for kind in Kind:
        board = open_board(kind, "yacht", NOW)
        assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]
        assert find_entry(board, hidden.pk) is None


def test_it_keeps_variants_apart() -> None:
    one, other = crowd(2)
    rating(one, 1600)
    rating(other, 1700, pool="yatzy")
    board = open_board(Kind.RATING, "yacht", NOW)
    assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]


@pytest.mark.parametrize("begins", [MONDAY - timedelta(days=7), MONDAY + timedelta(days=7)])
def test_it_shows_the_week_that_it_is(begins: date) -> None:
    now, other = crowd(2)
    tally(now, MONDAY, 1)
    tally(other, begins, 2)
    board = open_board(Kind.WEEK, "yacht", NOW)
    assert [entry.name for entry in read_page(board).entries] == ["Sailor 0"]


def test_it_names_the_game_of_a_record() -> None:
    (player,) = crowd(1)
    game = Game.objects.create(code="k7m2p9x4w3ab", number=1, variant="yacht", created_at=NOW)
    rating(player, best_table=100, best_table_game=game)
    board = open_board(Kind.RECORDS, "yacht", NOW)
    assert read_page(board).entries[0].game == "k7m2p9x4w3ab"
    game.delete()
    assert read_page(board).entries[0].game is None


def test_it_marks_a_rating_as_provisional_until_it_is_certain() -> None:
    for player, sigma in zip(crowd(2), (66, 64), strict=True):
        rating(player, sigma=sigma)
    entries = read_page(open_board(Kind.RATING, "yacht", NOW)).entries
    assert [entry.provisional for entry in entries] == [True, False]


def test_it_goes_on_where_it_was_though_the_board_has_changed() -> None:
    fill(Kind.RATING, [1510, 1509, 1508, 1507, 1506])
    board = open_board(Kind.RATING, "yacht", NOW)
    first = read_page(board, None, 2)
    Rating.objects.filter(shown=1510).update(shown=1400)
    second = read_page(board, first.after, 2)
    assert [(entry.place, entry.value) for entry in second.entries] == [(2, 1508), (3, 1507)]


@pytest.mark.parametrize(
    "text",
    ["", "1500", ":1", "1500:", "nan:1", "inf:1", "1:2:3", "9999999999999999:1", f"1:{2**63}"],
)
def test_it_refuses_a_cursor_that_is_none(text: str) -> None:
    fill(Kind.RATING, [1500])
    cursor = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    with pytest.raises(InvalidCursor):
        read_page(open_board(Kind.RATING, "yacht", NOW), cursor)


@pytest.mark.parametrize("cursor", ["x", "1500:1", "é", "/w", "//"])
def test_it_refuses_what_is_not_even_encoded(cursor: str) -> None:
    with pytest.raises(InvalidCursor):
        read_page(open_board(Kind.RATING, "yacht", NOW), cursor)
