"""A game whose dice others may still play: only its player sees it until the reveal."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.core.engine import Roll
from games.models import DiceSecret, Game, Room, User
from games.platform.clock import now_ms
from games.record.fairness.secrets import secret_of
from games.record.reveals.shared_dice import open_share, reveal_share
from games.site.study.analysis.game_analysis import analyse_game
from games.tables.rooms.shared_games import open_shared_game
from tests.fixtures import As
from tests.site.events.tournaments.duplicates.event import duplicate
from tests.support import desk
from tests.support.played import play_out, take_turn
from tests.support.shared_tables import open_shared_table

pytestmark = pytest.mark.registered


@pytest.fixture
def share(db: None) -> str:
    return open_share()


@pytest.fixture
def game(alice: User, share: str) -> Game:
    found = open_shared_game(alice, "yacht", share).game
    assert found is not None
    return found


def answers(game: Game, browser: Client) -> Iterator[tuple[str, Any]]:
    room = "" if game.room is None else game.room.code
    for path in (
        f"/g/{game.code}/",
        f"/g/{game.code}.json?room={room}",
        f"/g/{game.code}.txt?room={room}",
        f"/g/{game.code}/practice/",
        f"/api/v1/games/{game.code}",
        f"/api/v1/games/{game.code}/events",
        f"/api/v1/games/{game.code}/analysis",
    ):
        yield path, browser.get(path, follow=True)


def hides_everything(game: Game, browser: Client) -> None:
    for path, answer in answers(game, browser):
        text = answer.content.decode()
        assert answer.status_code == 404 or "This game is still hidden" in text, path
        assert "dice.rolled" not in text, path


def test_it_is_hidden_from_others_while_it_runs_and_after_it(
    game: Game, bob: User, signed_in: As, outsider: Client
) -> None:
    take_turn(game)
    hides_everything(game, outsider)
    hides_everything(game, signed_in(bob))
    play_out(game)
    hides_everything(game, outsider)
    hides_everything(game, signed_in(bob))


def test_it_leads_its_player_to_their_table(game: Game, alice: User, signed_in: As) -> None:
    assert game.room is not None
    play_out(game)
    browser = signed_in(alice)
    assert browser.get(f"/g/{game.code}/")["Location"] == f"/r/{game.room.code}/"
    mine = browser.get(f"/g/{game.code}.json").json()
    assert mine["view"]["fairness"]["secret"] is None


def test_its_table_tells_others_when_they_can_watch_and_leads_them_to_the_game_after_the_reveal(
    game: Game, share: str, alice: User, bob: User, signed_in: As, outsider: Client
) -> None:
    assert game.room is not None
    table, later = f"/r/{game.room.code}/", "You can watch this one later"
    play_out(game)
    for browser in (outsider, signed_in(bob)):
        text = browser.get(table).content.decode()
        assert later in text
        assert "As soon as the last of them is done" in text
    assert later not in signed_in(alice).get(table).content.decode()
    reveal_share(share)
    assert outsider.get(table)["Location"] == f"/g/{game.code}/"
    assert later not in signed_in(alice).get(table).content.decode()


def test_a_table_of_an_event_leads_others_to_its_standings(
    alice: User, bob: User, outsider: Client
) -> None:
    event = duplicate()
    room = open_shared_table([alice, bob], "yacht", {}, 30, event.share or "", 0)
    text = outsider.get(f"/r/{room.code}/").content.decode()
    assert "As soon as the tournament is over" in text
    assert f'href="/tournaments/{event.code}/"' in text


def test_it_is_open_to_everybody_after_the_reveal(game: Game, share: str, outsider: Client) -> None:
    play_out(game)
    before = outsider.get(f"/api/v1/games/{game.code}")["Cache-Control"]
    assert "max-age" not in before or "max-age=0" in before
    reveal_share(share)
    Game.objects.filter(pk=game.pk).update(analysed=0)
    assert analyse_game(game.pk)
    assert [answer.status_code for _, answer in answers(game, outsider)] == [200] * 7
    page = outsider.get(f"/g/{game.code}.json").json()
    secret = secret_of(DiceSecret.objects.get(code=share)).hex()
    assert (page["view"]["fairness"]["secret"], page["view"]["share"]) == (secret, share)
    assert page["fair_log"]["end"]["index"] > page["fair_log"]["commitment"]["index"]


def test_it_is_hidden_although_its_room_is_public(
    game: Game, alice: User, bob: User, signed_in: As, outsider: Client
) -> None:
    Room.objects.filter(games=game).update(public=True)
    game.refresh_from_db()
    take_turn(game)
    for browser in (outsider, signed_in(bob)):
        hides_everything(game, browser)
    play_out(game)
    for browser in (outsider, signed_in(bob)):
        hides_everything(game, browser)
    assert signed_in(alice).get(f"/g/{game.code}.json").status_code == 200


def test_a_round_of_a_table_with_shared_dice_is_hidden_from_others_and_shows_players_the_reveals(
    share: str, alice: User, bob: User, charlie: User, signed_in: As, outsider: Client
) -> None:
    room = open_shared_table([alice, bob], "yacht", {}, 30, share, 0)
    assert room.game is not None
    game = room.game
    desk.act(game, 0, Roll(1, 0), now=now_ms())
    hides_everything(game, outsider)
    hides_everything(game, signed_in(charlie))
    for browser in (signed_in(alice), signed_in(bob)):
        page = browser.get(f"/g/{game.code}.json")
        assert page.status_code == 200
        assert b"dice.rolled" not in page.content
    desk.play(game, 99, random.Random(1))
    for browser in (outsider, signed_in(charlie)):
        hides_everything(game, browser)
    assert b"dice.rolled" in signed_in(bob).get(f"/g/{game.code}.json").content
