"""The page of a game whose record is damaged says so, whatever is left of it."""

import json

import pytest
from django.test import Client

from games.models import Game, GameEvent, Scorecard, User
from games.record.log.damage import verify_ended
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.record.reveals.shared_dice import open_share, reveal_share
from games.tables.rooms.shared_games import open_shared_game
from tests.fixtures import As, OpenRoom
from tests.support.damage import another_die, lost_event
from tests.support.played import begin, play_out
from tests.support.reading import data_in

pytestmark = pytest.mark.registered

SENTENCE = "The record of this game is damaged, so the game is not counted."


@pytest.fixture
def game(alice: User, bob: User, new_room: OpenRoom) -> Game:
    game = play_out(begin(new_room(alice), alice, bob))
    log_ends()
    return game


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_says_that_it_is_not_counted(game: Game, alice: User, signed_in: As) -> None:
    before = signed_in(alice).get(f"/g/{game.code}/")
    assert SENTENCE not in before.content.decode()
    another_die(game)
    assert count_results([game.pk]) == []
    # The browser does not go on to show what it has kept.
    after = signed_in(alice).get(
        f"/g/{game.code}/", headers={"If-None-Match": before.headers["ETag"]}
    )
    page = after.content.decode()
    assert f'<p class="notice error">{SENTENCE}</p>' in page
    assert data_in(page, "game-data")["uncounted"] == SENTENCE
    found = signed_in(alice).get(f"/api/v1/games/{game.code}").json()
    assert found["uncounted"] == "damaged"


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_says_it_in_the_readers_language(game: Game, client: Client) -> None:
    another_die(game)
    count_results([game.pk])
    client.cookies["language"] = "de"
    assert "Die Aufzeichnung dieses Spiels ist beschädigt" in text(client, f"/g/{game.code}/")


def test_it_does_not_call_a_counted_game_uncounted(game: Game, client: Client) -> None:
    count_results([game.pk])
    Game.objects.filter(pk=game.pk).update(fault="found later")
    page = text(client, f"/g/{game.code}/")
    assert "The record of this game is damaged.</p>" in page
    assert SENTENCE not in page
    assert client.get(f"/api/v1/games/{game.code}").json()["uncounted"] is None


def broken_json(game: Game) -> None:
    GameEvent.objects.filter(game=game, seq=5).update(data="{")


def unknown_category(game: Game) -> None:
    row = GameEvent.objects.filter(game=game, type="box.scored").order_by("seq")[0]
    row.data = json.dumps({**json.loads(row.data), "category": "nonsense"})
    row.save()


def lost_card(game: Game) -> None:
    Scorecard.objects.filter(game=game, seat=1).delete()


@pytest.mark.logs_errors("games.record.log.damage")
@pytest.mark.parametrize(
    "harm", [broken_json, unknown_category, lost_card, lambda game: lost_event(game, 1)]
)
def test_it_says_so_when_nothing_can_be_shown(game: Game, client: Client, harm: object) -> None:
    assert callable(harm)
    harm(game)
    assert count_results([game.pk]) == []
    page = text(client, f"/g/{game.code}/")
    assert SENTENCE in page
    assert "This game cannot be shown" in page
    for path in (f"/g/{game.code}.json", f"/g/{game.code}.txt", f"/api/v1/games/{game.code}"):
        assert client.get(path).status_code == 404
    assert client.get(f"/g/{game.code}/practice/")["Location"] == f"/g/{game.code}/"
    analysis = client.get(f"/api/v1/games/{game.code}/analysis").json()
    assert (analysis["status"], analysis["seats"]) == ("none", [])


# --- Staff -------------------------------------------------------------------------------------


@pytest.fixture
def staff(db: None, signed_in: As) -> Client:
    return signed_in(User.objects.create_superuser("root", "", "pass", name="root"))


@pytest.mark.logs_errors("games.record.log.damage")
def test_staff_find_damaged_games_and_what_is_wrong(
    staff: Client, game: Game, alice: User, bob: User, new_room: OpenRoom
) -> None:
    other = play_out(begin(new_room(alice), alice, bob))
    another_die(game)
    count_results([game.pk, other.pk])
    page = text(staff, "/admin/games/game/?fault__isempty=0")
    assert game.code in page
    assert other.code not in page
    assert " fell" in page
    assert " fell" in text(staff, f"/admin/games/game/{game.pk}/change/")


@pytest.mark.logs_errors("games.record.log.damage")
def test_staff_see_no_dice_that_others_may_still_play(staff: Client, alice: User) -> None:
    share = open_share()
    game = open_shared_game(alice, "yacht", share).game
    assert game is not None
    play_out(game)
    another_die(game)
    assert verify_ended(Game.objects.all()).damaged == [game.pk]
    paths = ("/admin/games/game/?fault__isempty=0", f"/admin/games/game/{game.pk}/change/")
    assert game.code not in text(staff, paths[0])
    assert staff.get(paths[1]).status_code == 302
    reveal_share(share)
    assert [" fell" in text(staff, path) for path in paths] == [True, True]
