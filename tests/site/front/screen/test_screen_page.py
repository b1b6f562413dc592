"""The page of a table on a TV, and over a stream."""

import xml.etree.ElementTree as ET

import pytest
import segno
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import User
from games.record.reveals.shared_dice import open_share
from tests.fixtures import As, OpenRoom
from tests.support.shared_tables import open_shared_table

pytestmark = pytest.mark.registered


def test_it_opens_for_everybody_with_the_link_and_sets_no_cookie(
    alice: User, bob: User, signed_in: As, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice).code
    for browser in (signed_in(alice), signed_in(bob), outsider):
        answer = browser.get(f"/r/{code}/screen/")
        text = answer.content.decode()
        assert answer.status_code == 200
        assert f'data-code="{code}"' in text
        assert f'data-address="testserver/r/{code}/"' in text
        assert not answer.cookies
        assert "Alice" not in text, "names come by the socket, which knows the family lock"
    assert outsider.get(f"/r/{code.upper()}/screen/")["Location"] == f"/r/{code}/screen/"
    assert outsider.get("/r/nosuchroom22/screen/").status_code == 404


def test_it_may_keep_the_screen_on_but_nobody_may_frame_it(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice).code
    answer, table = outsider.get(f"/r/{code}/screen/"), outsider.get(f"/r/{code}/")
    policy = answer["Permissions-Policy"].split(", ")
    assert {"autoplay=(self)", "fullscreen=(self)", "screen-wake-lock=(self)"} <= {*policy}
    assert "camera=()" in policy
    assert "screen-wake-lock=()" in table["Permissions-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_an_overlay_shows_chosen_parts(alice: User, outsider: Client, new_room: OpenRoom) -> None:
    address = f"/r/{new_room(alice).code}/screen/"
    shown = {
        "": None,
        "?overlay": "turn dice totals",
        "?overlay&parts=card,qr,card": "card qr",
        "?overlay=1&parts=": "turn dice totals",
        "?parts=card": None,
    }
    for query, parts in shown.items():
        text = outsider.get(address + query).content.decode()
        assert ("transparent" in text) == (parts is not None)
        assert (f'data-parts="{parts}"' in text) == (parts is not None)
        assert f'data-sound="{"off" if parts else "on"}"' in text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("overlay&parts=dice,hat", "parts in the address must be one of: turn, dice"),
        ("theme=blue", "theme in the address must be one of: light, dark."),
        ("dice=wood", "dice in the address must be one of: ivory"),
        ("felt=red", "felt in the address must be one of: navy"),
        ("sound=loud", "sound in the address must be one of: on, off."),
        ("lang=xx", "lang in the address must be one of: en, da, de"),
    ],
)
def test_it_says_what_an_address_may_ask_for(
    alice: User, outsider: Client, new_room: OpenRoom, query: str, words: str
) -> None:
    code = new_room(alice).code
    for address in (f"/r/{code}/screen/", f"/embed/r/{code}/", f"/embed/g/{code}/"):
        answer = outsider.get(f"{address}?{query}")
        assert (answer.status_code, words in answer.content.decode()) == (400, True)


def test_it_takes_looks_and_a_language_from_the_address(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice, variant="yatzy").code
    query = "?theme=light&dice=midnight&felt=green&lang=de"
    for address in (f"/r/{code}/screen/", f"/embed/r/{code}/"):
        answer = outsider.get(address + query)
        text = answer.content.decode()
        assert 'lang="de"' in text
        assert 'data-theme="light" data-dice-look="midnight" data-felt-look="green"' in text
        assert answer["Content-Language"] == "de"


def test_a_table_whose_dice_others_still_play_is_not_shown(
    alice: User, bob: User, signed_in: As, outsider: Client
) -> None:
    room = open_shared_table([alice, bob], "yacht", {}, 30, open_share(), 0)
    for browser in (outsider, signed_in(alice)):
        text = browser.get(f"/r/{room.code}/screen/").content.decode()
        assert "You can watch this one later" in text
        assert "js/screen/main" not in text


def test_the_table_offers_its_screen_as_a_qr_code(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice).code
    assert f'data-screen="/r/{code}/screen/"' in outsider.get(f"/r/{code}/").content.decode()
    root = ET.fromstring(outsider.get(f"/r/{code}/screen/qr.svg").content)
    size = segno.make(f"http://testserver/r/{code}/screen/", error="m").symbol_size(border=3)
    assert root.attrib["viewBox"] == f"0 0 {size[0]} {size[1]}"
    assert outsider.get("/r/nosuchroom22/screen/qr.svg").status_code == 404


def test_it_asks_the_database_for_the_room_once(
    alice: User,
    outsider: Client,
    new_room: OpenRoom,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    code = new_room(alice).code
    for address in (f"/r/{code}/screen/", f"/embed/r/{code}/"):
        with django_assert_num_queries(1):
            outsider.get(address)
