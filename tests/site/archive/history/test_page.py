"""The page, the JSON and the text of a game."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.core.engine import Reveal
from games.models import DiceSecret, Game, Room, Scorecard, User
from games.people.accounts.avatars import flags_of
from games.record.fairness.secrets import secret_of
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.renaming import rename_player
from games.tables.rooms import sealing, seating, starting
from tests.fixtures import As, OpenRoom
from tests.support.played import act, begin, play_out, resign, take_turn
from tests.support.reading import data_in
from tests.support.sealing import make_seal

pytestmark = pytest.mark.registered


@pytest.fixture
def over(alice: User, bob: User, new_room: OpenRoom) -> Game:
    game = play_out(begin(new_room(alice), alice, bob))
    count_results([game.pk])
    log_ends()
    return game


@pytest.fixture
def running(alice: User, bob: User, new_room: OpenRoom) -> Game:
    return begin(new_room(alice), alice, bob)


def test_it_shows_a_finished_game_to_everybody(
    over: Game, alice: User, charlie: User, guest: User, signed_in: As, outsider: Client
) -> None:
    for browser in (signed_in(alice), signed_in(charlie), signed_in(guest), outsider):
        assert browser.get(f"/g/{over.code}/").status_code == 200


def test_it_redirects_players_to_the_room_while_the_game_runs(
    running: Game, alice: User, signed_in: As
) -> None:
    assert running.room is not None
    answer = signed_in(alice).get(f"/g/{running.code}/")
    assert answer["Location"] == f"/r/{running.room.code}/"


def test_it_redirects_everybody_to_a_public_room_while_the_game_runs(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = begin(new_room(alice, public=True), alice, bob)
    assert game.room is not None
    assert outsider.get(f"/g/{game.code}/")["Location"] == f"/r/{game.room.code}/"


def test_it_tells_strangers_nothing_of_a_private_room_while_the_game_runs(
    running: Game, charlie: User, guest: User, signed_in: As, outsider: Client
) -> None:
    assert running.room is not None
    for browser in (outsider, signed_in(charlie), signed_in(guest)):
        answer = browser.get(f"/g/{running.code}/")
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "still being played" in text
        assert running.room.code not in text + str(answer.headers)
        assert "ETag" not in answer


def test_it_gives_the_whole_game_as_json(over: Game, outsider: Client) -> None:
    data = outsider.get(f"/g/{over.code}.json").json()
    assert data["view"]["status"] == "finished"
    assert [event["seq"] for event in data["events"]] == list(range(1, over.events.count() + 1))
    totals = [card.total for card in over.scorecards.all()]
    assert [seat["card"]["total"] for seat in data["view"]["seats"]] == totals


def test_it_gives_the_sums_after_each_box(over: Game, outsider: Client) -> None:
    data = outsider.get(f"/g/{over.code}.json").json()
    filled = [event for event in data["events"] if event["type"] == "box.scored"]
    assert [step["seq"] for step in data["steps"]] == [event["seq"] for event in filled]
    sums = [0, 0]
    for event, step in zip(filled, data["steps"], strict=True):
        # Yacht has no bonus: a card's total is the sum of its boxes.
        sums[event["seat"]] += event["data"]["points"]
        assert (step["seat"], step["total"]) == (event["seat"], sums[event["seat"]])
        assert step["sums"]["upper"] + step["sums"]["lower"] == step["total"]


def test_it_keeps_the_link_to_a_private_room_for_those_who_played_there(
    over: Game, alice: User, charlie: User, signed_in: As, outsider: Client
) -> None:
    assert over.room is not None
    page = f"/g/{over.code}/"
    assert (
        data_in(signed_in(alice).get(page).content.decode(), "game-data")["room"] == over.room.code
    )
    for stranger in (outsider, signed_in(charlie)):
        assert over.room.code not in stranger.get(page).content.decode()
    for form in ("json", "txt"):
        assert over.room.code not in signed_in(alice).get(f"/g/{over.code}.{form}").content.decode()


def test_it_leads_back_to_a_public_room(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = play_out(begin(new_room(alice, public=True), alice, bob))
    assert game.room is not None
    assert outsider.get(f"/g/{game.code}.json").json()["room"] == game.room.code


def test_it_tells_who_has_a_page_and_what_the_game_did_to_the_ratings(
    alice: User, guest: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = play_out(begin(new_room(alice), alice, guest))
    Scorecard.objects.filter(game=game, player=alice).update(
        mu_before=1500, sigma_before=100, mu_after=1511.6, sigma_after=60
    )
    first, second = outsider.get(f"/g/{game.code}.json").json()["seats"]
    assert first == {
        "profile": "/@Alice/",
        "rating": {"before": 1500, "after": 1512, "provisional": False},
        "guest": False,
        "avatar": flags_of("Alice", alice.pk),
    }
    flags = flags_of(guest.name, guest.pk)
    assert second == {"profile": None, "rating": None, "guest": False, "avatar": flags}
    # Among friends nobody is marked as a guest.
    Room.objects.update(public=True)
    assert outsider.get(f"/g/{game.code}.json").json()["seats"][1]["guest"]


def test_it_writes_the_whole_game_as_text(over: Game, outsider: Client) -> None:
    answer = outsider.get(f"/g/{over.code}.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    lines = text.splitlines()
    assert lines[0] == "Yacht game record, version 1"
    assert f"Page        http://testserver/g/{over.code}/" in lines
    assert "Variant     Yacht (yacht)" in lines
    data = outsider.get(f"/g/{over.code}.json").json()
    for seat in data["view"]["seats"]:
        points = f"{seat['card']['total']} points, place {seat['place']}"
        assert f"Seat {seat['seat']}      {seat['name']}: {points}" in lines
    turns = [line for line in lines if " -> " in line]
    filled = [event for event in data["events"] if event["type"] == "box.scored"]
    rolls = [event["data"]["dice"] for event in data["events"] if event["type"] == "dice.rolled"]
    assert len(turns) == len(filled) == len(rolls)
    for line, event, dice in zip(turns, filled, rolls, strict=True):
        assert line.endswith(f" {event['data']['points']}")
        assert f"  {' '.join(map(str, dice))} -> " in line
    fairness = data["view"]["fairness"]
    for proof in (fairness["commitment"], fairness["secret"], *fairness["seeds"]):
        assert proof in text


def test_it_writes_seals_and_the_places_in_the_public_log_as_text(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    room = new_room(alice, public=True)
    kept = make_seal(room.next_code, alice.pk)
    seating.sit(room.pk, alice.pk, 0, None, "", sealing.Seal(kept.game, kept.seal))
    seating.sit(room.pk, bob.pk, 1, f"seed{bob.pk}")
    starting.start(room.pk, alice.pk)
    game = Game.objects.get(code=kept.game)
    running = outsider.get(f"/g/{game.code}.txt").content.decode().splitlines()
    assert "Seed 0      not shown" in running
    act(game, 0, Reveal(kept.salt, kept.text))
    play_out(game)
    log_ends()
    lines = outsider.get(f"/g/{game.code}.txt").content.decode().splitlines()
    assert f"Seed 0      {kept.seed}" in lines
    assert f"Seal 0      {kept.seal}" in lines
    assert f"Seed 1      seed{bob.pk}" in lines
    assert not any(line.startswith("Seal 1") for line in lines)
    places = outsider.get(f"/g/{game.code}.json").json()["fair_log"]
    logged = [
        f"Public log  {places[name]['index']}:{places[name]['hash']}"
        for name in ("commitment", "end", "log")
    ]
    assert lines[-3:] == logged


def test_it_tells_in_the_text_who_resigned(
    alice: User, bob: User, new_room: OpenRoom, outsider: Client
) -> None:
    game = begin(new_room(alice), alice, bob)
    take_turn(game)
    resign(game, 1)
    text = outsider.get(f"/g/{game.code}.txt").content.decode()
    assert "(resigned)" in text
    assert ", place 2, resigned" in text


@pytest.mark.parametrize("form", ["json", "txt"])
def test_it_keeps_the_secret_until_the_end(running: Game, outsider: Client, form: str) -> None:
    secret = secret_of(DiceSecret.objects.get(code=running.code)).hex()
    assert secret not in outsider.get(f"/g/{running.code}.{form}").content.decode()
    play_out(running)
    assert secret in outsider.get(f"/g/{running.code}.{form}").content.decode()


@pytest.mark.parametrize("form", ["json", "txt"])
def test_it_is_not_sent_again_to_a_browser_that_has_it(
    over: Game, outsider: Client, form: str
) -> None:
    first = outsider.get(f"/g/{over.code}.{form}")
    assert first["Cache-Control"] == "public, max-age=3600"
    again = outsider.get(f"/g/{over.code}.{form}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("form", ["json", "txt"])
def test_it_does_not_cache_a_running_game(
    running: Game, alice: User, signed_in: As, form: str
) -> None:
    browser = signed_in(alice)
    first = browser.get(f"/g/{running.code}.{form}")
    assert first["Cache-Control"] == "no-cache"
    take_turn(running)
    again = browser.get(f"/g/{running.code}.{form}", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200


@pytest.mark.parametrize("form", ["json", "txt"])
def test_it_keeps_a_running_game_of_a_private_room_from_strangers(
    running: Game, alice: User, charlie: User, signed_in: As, outsider: Client, form: str
) -> None:
    # The public log has told them its code.
    path = f"/g/{running.code}.{form}"
    assert [browser.get(path).status_code for browser in (outsider, signed_in(charlie))] == [
        404
    ] * 2
    assert outsider.get(f"/api/v1/games/{running.code}").status_code == 404
    assert outsider.get(f"/api/v1/games/{running.code}/events").status_code == 404
    assert signed_in(alice).get(path).status_code == 200
    # Those who watch by the room's link may know what happened before they came.
    assert running.room is not None
    assert outsider.get(path, {"room": running.room.code}).status_code == 200
    assert outsider.get(path, {"room": running.code}).status_code == 404
    play_out(running)
    assert outsider.get(path).status_code == 200
    assert outsider.get(f"/api/v1/games/{running.code}").status_code == 200


def test_it_sends_a_page_again_only_when_something_on_it_differs(
    over: Game, alice: User, bob: User, signed_in: As, outsider: Client
) -> None:
    path = f"/g/{over.code}/"
    first = outsider.get(path)
    assert first["Cache-Control"] == "private, no-cache"
    kept = {"If-None-Match": first["ETag"]}
    again = outsider.get(path, headers=kept)
    assert again.status_code == 304
    # The browser keeps the policy with the nonce of its cached page.
    assert "Content-Security-Policy" not in again
    assert signed_in(alice).get(path, headers=kept).status_code == 200
    rename_player(bob, "Robert")
    assert outsider.get(path, headers=kept).status_code == 200


def test_it_sends_the_page_again_after_a_player_deletes_their_account(
    over: Game, bob: User, outsider: Client
) -> None:
    for path in (f"/g/{over.code}/", f"/g/{over.code}.json", f"/g/{over.code}.txt"):
        first = outsider.get(path)
        assert "Bob" in first.content.decode()
    etags = {
        path: outsider.get(path)["ETag"] for path in (f"/g/{over.code}.json", f"/g/{over.code}.txt")
    }
    delete_player(bob)
    for path, etag in etags.items():
        answer = outsider.get(path, headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert "Bob" not in answer.content.decode()


def test_it_asks_the_database_little(
    over: Game,
    alice: User,
    signed_in: As,
    outsider: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    # The game and its room, the cards and their players, its entries in the public log, the log.
    for path in (f"/g/{over.code}/", f"/g/{over.code}.json", f"/g/{over.code}.txt"):
        with django_assert_num_queries(4):
            first = outsider.get(path)
        # A browser with a current copy costs no read of the log.
        with django_assert_num_queries(3):
            outsider.get(path, headers={"If-None-Match": first["ETag"]})
    browser = signed_in(alice)
    with django_assert_num_queries(6):  # and session and player
        browser.get(f"/g/{over.code}/")


@pytest.mark.parametrize("form", ["/", ".json", ".txt"])
def test_it_finds_a_code_in_capitals(over: Game, outsider: Client, form: str) -> None:
    assert outsider.get(f"/g/{over.code.upper()}{form}").status_code == 200


@pytest.mark.parametrize(
    "path", ["/g/nosuchgame22/", "/g/nosuchgame22.json", "/g/nosuchgame22.txt"]
)
def test_it_knows_no_game_that_never_was(outsider: Client, db: None, path: str) -> None:
    assert outsider.get(path).status_code == 404
