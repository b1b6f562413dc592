"""My games: those that run, and those that are over."""

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.engine import Abort
from games.models import User
from tests.web.conftest import As, OpenRoom
from tests.web.play import act, begin, play_out


def test_it_tells_place_and_points_of_finished_games(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    game = play_out(begin(new_room(alice), alice, bob))
    for player in (alice, bob):
        card = game.scorecards.get(player=player)
        answer = signed_in(player).get("/games/")
        (row,) = answer.context["games"]
        assert (row["code"], row["place"], row["total"]) == (game.code, card.place, card.total)
        text = answer.content.decode()
        assert f"place {card.place} of 2" in text
        assert f'href="/g/{game.code}/"' in text
        assert ("Won" in text) == (card.place == 1)


def test_it_lists_running_games_apart(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    room = new_room(alice)
    begin(room, alice, bob)
    answer = signed_in(alice).get("/games/")
    assert [table.code for table in answer.context["tables"]] == [room.code]
    assert answer.context["games"] == []
    assert "Your turn" in answer.content.decode()


def test_it_names_a_game_that_was_broken_off(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    act(begin(new_room(alice), alice, bob), 0, Abort("test"))
    assert "broken off" in signed_in(bob).get("/games/").content.decode()


def test_it_invites_who_has_played_nothing(guest: User, signed_in: As) -> None:
    text = signed_in(guest).get("/games/").content.decode()
    assert "Your first game is a minute away." in text
    assert "Choose a password" in text


def test_it_shows_nothing_of_others(
    alice: User, bob: User, charlie: User, signed_in: As, new_room: OpenRoom
) -> None:
    play_out(begin(new_room(alice), alice, bob))
    assert signed_in(charlie).get("/games/").context["games"] == []


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
    # Session, player, count, my rooms, their seats, their cards, my cards, the others' cards.
    with django_assert_num_queries(8):
        first = browser.get("/games/")
    newest = [game.code for game in reversed(games)]
    assert [row["code"] for row in first.context["games"]] == newest[:20]
    last = browser.get("/games/?page=2")
    assert [row["code"] for row in last.context["games"]] == newest[20:]
    assert "Page 2 of 2" in last.content.decode()


def test_it_shrugs_at_pages_that_are_none(alice: User, signed_in: As) -> None:
    for number in ("0", "-1", "99", "x", "1e9"):
        assert signed_in(alice).get("/games/", {"page": number}).status_code == 200
