"""Games in frames on other sites, and what these sites ask (oEmbed)."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Game, Room, User
from games.people.conduct.contact import note_change
from games.record.reveals.shared_dice import open_share, reveal_share
from games.site.account.family.locking import set_lock
from games.tables.rooms.shared_games import open_shared_game
from tests.fixtures import As
from tests.support.played import finished_game, new_game, play_out, take_turn
from tests.support.shared_tables import open_shared_table
from tests.system.e2e.pages import FOR_ALL

pytestmark = pytest.mark.registered


def room_of(game: Game) -> Room:
    assert game.room is not None
    return game.room


def ask(browser: Client, url: str, **query: str | int) -> tuple[int, dict[str, Any]]:
    answer = browser.get("/oembed", {"url": url, **query})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    return answer.status_code, json.loads(answer.content)


def refuses_frames(answer: Any) -> bool:
    """Whether browsers show the page in no frame."""
    policy = answer["Content-Security-Policy"]
    return "frame-ancestors 'none'" in policy and answer["X-Frame-Options"] == "DENY"


def test_only_embeds_may_be_framed(alice: User, bob: User, outsider: Client) -> None:
    running, over = new_game(alice, bob), finished_game(alice, bob)
    code = room_of(running).code
    for address in (f"/embed/r/{code}/", f"/embed/g/{over.code}/", "/embed/r/nosuchroom22/"):
        answer = outsider.get(address)
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "form-action 'none'" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not answer.cookies
        assert "<form" not in answer.content.decode()
    others = [*FOR_ALL.values(), f"/r/{code}/", f"/r/{code}/screen/", f"/g/{over.code}/"]
    for address in others:
        assert refuses_frames(outsider.get(address)), address


def test_a_private_table_is_embedded_by_its_link_only(
    alice: User, bob: User, outsider: Client
) -> None:
    game = new_game(alice, bob)
    room = room_of(game)
    take_turn(game)
    by_link = outsider.get(f"/embed/r/{room.code}/")
    assert (by_link.status_code, f'data-code="{room.code}"' in by_link.content.decode()) == (
        200,
        True,
    )
    by_game = outsider.get(f"/embed/g/{game.code}/")
    assert "This game is still being played." in by_game.content.decode()
    site = "http://testserver"
    status, told = ask(outsider, f"{site}/g/{game.code}/")
    assert status == 404
    for text in (by_game.content.decode(), json.dumps(told)):
        assert room.code not in text
        assert "Alice" not in text
        assert "Bob" not in text
    Room.objects.update(public=True)
    answer = outsider.get(f"/embed/g/{game.code}/?theme=dark")
    assert answer["Location"] == f"/embed/r/{room.code}/?theme=dark"
    assert f"/embed/r/{room.code}/" in ask(outsider, f"{site}/g/{game.code}/")[1]["html"]


def test_a_game_whose_dice_others_still_play_is_not_embedded(
    alice: User, bob: User, outsider: Client
) -> None:
    room = open_shared_table([alice, bob], "yacht", {}, 30, open_share(), 0)
    assert room.game is not None
    for address in (f"/embed/r/{room.code}/", f"/embed/g/{room.game.code}/"):
        text = outsider.get(address).content.decode()
        assert "data-socket" not in text
        assert "Alice" not in text
    for path in (f"/r/{room.code}/", f"/g/{room.game.code}/"):
        assert ask(outsider, f"http://testserver{path}")[0] == 404


def test_a_finished_game_has_every_step_and_no_profile(
    alice: User, bob: User, outsider: Client
) -> None:
    game = finished_game(alice, bob, variant="yatzy")
    text = outsider.get(f"/embed/g/{game.code}/").content.decode()
    found = re.search(r'<script id="game-data" type="application/json">(.*?)</script>', text)
    assert found is not None
    data = json.loads(found[1])
    whole = json.loads(outsider.get(f"/g/{game.code}.json").content)
    assert {name: data[name] for name in ("view", "events", "steps")} == {
        name: whole[name] for name in ("view", "events", "steps")
    }
    assert "profile" not in text


def test_oembed_answers_links_of_tables_and_games(alice: User, bob: User, outsider: Client) -> None:
    room, over = room_of(new_game(alice, bob)), finished_game(alice, bob)
    for path, frame in (
        (f"/r/{room.code}/", f"/embed/r/{room.code}/"),
        (f"/r/{room.code}/screen/", f"/embed/r/{room.code}/"),
        (f"/embed/r/{room.code}/", f"/embed/r/{room.code}/"),
        (f"/g/{over.code.upper()}/", f"/embed/g/{over.code}/"),
    ):
        status, told = ask(outsider, f"http://testserver{path}", maxwidth=400, maxheight=9999)
        assert status == 200
        html, title = told.pop("html"), told.pop("title")
        assert html == (
            f'<iframe src="http://testserver{frame}" width="400" height="600" title="{title}"'
            ' style="border:0" loading="lazy"></iframe>'
        )
        # The fields that oembed.com requires of the type "rich", and of all.
        assert told == {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Yacht",
            "provider_url": "http://testserver/",
            "width": 400,
            "height": 600,
            "cache_age": 3600,
        }


@pytest.mark.logs_errors("django.request")
@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"url": ""}, 400),
        ({"url": "http://["}, 400),
        ({"url": "http://elsewhere.example/r/ROOM/"}, 404),
        ({"url": "javascript:alert(1)"}, 404),
        ({"url": "http://testserver/r/nosuchroom22/"}, 404),
        ({"url": "http://testserver/g/nosuchgame22/"}, 404),
        ({"url": "http://testserver/fair/"}, 404),
        ({"url": "http://testserver/r/ROOM/", "format": "xml"}, 501),
        ({"url": "http://testserver/r/ROOM/", "maxwidth": "wide"}, 400),
        ({"url": "http://testserver/r/ROOM/", "maxwidth": "0"}, 400),
        ({"url": "http://testserver/r/ROOM/", "maxwidth": "9" * 5000}, 400),
        ({"url": "http://testserver/r/ROOM/", "maxheight": "100"}, 404),
    ],
)
def test_oembed_refuses_everything_else_in_one_shape(
    alice: User, bob: User, outsider: Client, query: dict[str, str], status: int
) -> None:
    code = room_of(new_game(alice, bob)).code
    found, told = ask(outsider, **{**query, "url": query["url"].replace("ROOM", code)})
    assert found == status
    assert {*told["error"]} == {"code", "message"}
    assert outsider.post("/oembed").status_code == 405


def test_pages_name_the_endpoint_and_names_are_text(
    alice: User, bob: User, outsider: Client
) -> None:
    User.objects.filter(pk=alice.pk).update(name='<b> "A"')
    alice.refresh_from_db()
    over, room = finished_game(alice, bob), room_of(new_game(alice, bob))
    for path in (f"/g/{over.code}/", f"/r/{room.code}/"):
        text = outsider.get(path).content.decode()
        named = re.search(r'type="application/json\+oembed" href="([^"]+)"', text)
        assert named is not None
        answer = outsider.get(named[1].replace("&amp;", "&"))
        assert answer.status_code == 200
        assert "<b>" not in answer.json()["html"]
    assert "<b>" not in outsider.get(f"/embed/g/{over.code}/").content.decode()


@pytest.mark.parametrize("lock", ["account", "device"])
def test_embeds_are_off_for_a_family(
    alice: User, bob: User, charlie: User, signed_in: As, lock: str
) -> None:
    over = finished_game(bob, charlie)
    browser = signed_in(alice)
    if lock == "account":
        set_lock(alice, True)
        note_change([alice.pk])
    else:
        browser.post("/settings/family/", {"code": "1234"})
    answer = browser.get(f"/embed/g/{over.code}/")
    assert (answer.status_code, "Bob" in answer.content.decode()) == (403, False)
    told = browser.get("/oembed", {"url": f"http://testserver/g/{over.code}/"})
    assert (told.status_code, told.json()["error"]["code"]) == (404, "not_found")
    screen = browser.get(f"/r/{room_of(over).code}/screen/")
    assert (screen.status_code, "Bob" in screen.content.decode()) == (200, False)


def test_the_address_of_the_site_counts_too(
    alice: User, bob: User, outsider: Client, settings: Settings
) -> None:
    settings.SITE_URL = "https://yacht.example"
    over = play_out(new_game(alice, bob))
    status, told = ask(outsider, f"https://yacht.example/g/{over.code}/")
    assert status == 200
    assert f'src="https://yacht.example/embed/g/{over.code}/"' in told["html"]


def test_a_game_with_shared_dice_is_embedded_after_the_reveal(
    alice: User, outsider: Client
) -> None:
    share = open_share()
    room = open_shared_game(alice, "yacht", share)
    assert room.game is not None
    play_out(room.game)
    reveal_share(share)
    frame = f"/embed/g/{room.game.code}/"
    assert outsider.get(f"/embed/r/{room.code}/?lang=de")["Location"] == f"{frame}?lang=de"
    for path in (f"/r/{room.code}/", f"/g/{room.game.code}/"):
        assert frame in ask(outsider, f"http://testserver{path}")[1]["html"]
