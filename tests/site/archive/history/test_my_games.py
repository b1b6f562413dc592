"""My games: running and finished."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.core.engine import Abort
from games.models import Game, Scorecard, User
from games.record.ratings.counting import count_results
from tests.fixtures import As, OpenRoom
from tests.support.played import act, begin, play_out, resign

pytestmark = pytest.mark.registered


def test_it_tells_place_and_points_of_finished_games(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    for player in (alice, bob):
        card = game.scorecards.get(player=player)
        answer = signed_in(player).get("/games/")
        (row,) = answer.context["games"].rows
        assert (row.code, row.place, row.total) == (game.code, card.place, card.total)
        text = answer.content.decode()
        assert f"place {card.place} of 2" in text
        assert f'href="/g/{game.code}/"' in text
        assert ("Won</span>" in text) == (card.place == 1)


def test_it_lists_running_games_apart(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    begin(room, alice, bob)
    answer = signed_in(alice).get("/games/")
    assert [table.code for table in answer.context["tables"]] == [room.code]
    assert answer.context["games"].rows == ()
    assert "Your turn" in answer.content.decode()


def test_it_does_not_miss_anybody_at_a_table_for_one(
    alice: User, signed_in: As, new_room: OpenRoom
) -> None:
    play_out(begin(new_room(alice), alice))
    text = signed_in(alice).get("/games/").content.decode()
    assert "Game over" in text
    assert "Nobody else is here yet" not in text


def test_it_names_a_game_that_was_broken_off(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    act(begin(new_room(alice), alice, bob), 0, Abort("test"))
    assert "ended early" in signed_in(bob).get("/games/").content.decode()


def test_it_invites_a_player_without_games(guest: User, signed_in: As) -> None:
    text = signed_in(guest).get("/games/").content.decode()
    assert text.count('action="/first-game/"') == 1
    assert "Choose a password" in text


def test_it_shows_nothing_of_others(
    alice: User, bob: User, charlie: User, signed_in: As, new_room: OpenRoom
) -> None:
    play_out(begin(new_room(alice), alice, bob))
    assert signed_in(charlie).get("/games/").context["games"].rows == ()


def test_it_asks_an_outsider_to_sign_in(outsider: Client) -> None:
    assert outsider.get("/games/")["Location"] == "/sign-in/?next=/games/"


def test_it_shows_twenty_a_page_newest_first_with_as_many_queries_as_for_one(
    alice: User,
    bob: User,
    signed_in: As,
    new_room: OpenRoom,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    games = [begin(new_room(alice), alice, bob) for _ in range(21)]
    for game in games:
        act(game, 0, Abort("test"))
    begin(new_room(alice), alice, bob)
    browser = signed_in(alice)
    # Session, player, my rooms, their seats and cards, games that counted, other games, the cards
    # and names of both, their analyses, what the player has played.
    with django_assert_num_queries(12):
        first = browser.get("/games/")
    newest = [game.code for game in reversed(games)]
    assert [row.code for row in first.context["games"].rows] == newest[:20]
    last = browser.get("/games/", {"after": first.context["games"].after})
    assert [row.code for row in last.context["games"].rows] == newest[20:]
    assert last.context["games"].after is None
    assert f"after={first.context['games'].after}" in first.content.decode()


def test_it_keeps_the_page_when_a_newer_game_ends(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    games = [begin(new_room(alice), alice, bob) for _ in range(22)]
    for game in games[:21]:
        act(game, 0, Abort("test"))
    browser = signed_in(alice)
    after = browser.get("/games/").context["games"].after
    act(games[21], 0, Abort("test"))
    last = browser.get("/games/", {"after": after}).context["games"]
    assert [row.code for row in last.rows] == [games[0].code]


def test_it_orders_games_that_counted_and_others_together(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    games = [begin(new_room(alice), alice, bob) for _ in range(24)]
    now = timezone.now()
    for number, game in enumerate(games):
        if number % 3:
            act(game, 0, Abort("test"))
        else:
            resign(game, 1)
            assert count_results([game.pk])
        at = now - timedelta(minutes=number)
        Game.objects.filter(pk=game.pk).update(finished_at=at)
        game.scorecards.filter(finished_at__isnull=False).update(finished_at=at)
    browser = signed_in(alice)
    first = browser.get("/games/").context["games"]
    last = browser.get("/games/", {"after": first.after}).context["games"]
    assert [row.code for row in (*first.rows, *last.rows)] == [game.code for game in games]
    assert (len(first.rows), last.after) == (20, None)


def test_it_shows_one_variant_when_asked(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    yatzy = begin(new_room(alice, "yatzy"), alice, bob)
    act(yatzy, 0, Abort("test"))
    act(begin(new_room(alice), alice, bob), 0, Abort("test"))
    browser = signed_in(alice)
    shown = browser.get("/games/?variant=yatzy").context["games"].rows
    assert [row.code for row in shown] == [yatzy.code]
    none = browser.get("/games/?variant=triple_yahtzee").content.decode()
    assert "No games yet" in none
    assert len(browser.get("/games/?variant=nonsense").context["games"].rows) == 2


def test_it_tells_what_a_rated_game_did_to_the_rating(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    card = game.scorecards.get(player=alice)
    Scorecard.objects.filter(pk=card.pk).update(
        mu_before=1500.4, sigma_before=100, mu_after=1488.5, sigma_after=95
    )
    text = signed_in(alice).get("/games/").content.decode()
    assert "−12" in text  # from 1500 to 1488: round() takes halves to the even
    assert "1500 → 1488" in text


def test_it_leads_to_the_pages_of_accounts_only(
    alice: User, bob: User, guest: User, signed_in: As, new_room: OpenRoom
) -> None:
    play_out(begin(new_room(alice, seats=3), alice, bob, guest))
    text = signed_in(alice).get("/games/").content.decode()
    assert 'href="/@Bob/"' in text
    assert "Gus" in text
    assert "/@Gus/" not in text


@pytest.mark.parametrize(
    "after", ["", "x", "MTox", "____", "LTE6LTE", "MTo5OTk5OTk5OTk5OTk5OTk5OTk5OQ"]
)
def test_it_shrugs_at_pages_that_are_none(alice: User, signed_in: As, after: str) -> None:
    assert signed_in(alice).get("/games/", {"after": after}).status_code == 200
