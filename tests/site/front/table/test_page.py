"""A room's page and its QR code."""

import xml.etree.ElementTree as ET

import pytest
import segno
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import User
from tests.fixtures import As, OpenRoom

pytestmark = pytest.mark.registered


def test_it_opens_for_everybody_with_the_link(
    alice: User, bob: User, guest: User, signed_in: As, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice).code
    for browser in (signed_in(alice), signed_in(bob), signed_in(guest), outsider):
        answer = browser.get(f"/r/{code}/")
        assert answer.status_code == 200
        assert f'data-code="{code}"' in answer.content.decode()


def test_it_tells_the_script_the_limits_of_the_server(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    text = outsider.get(f"/r/{new_room(alice).code}/").content.decode()
    numbers = {"name-length": 100, "line-length": 200, "away-s": 30, "long-clock": 3600}
    numbers |= {"near-bonus": 3, "most-best": 3}
    for name, number in numbers.items():
        assert f'data-{name}="{number}"' in text


def test_it_tells_who_invites_to_what(alice: User, outsider: Client, new_room: OpenRoom) -> None:
    text = outsider.get(f"/r/{new_room(alice, variant='yatzy').code}/").content.decode()
    assert "Alice invites you to a game of Yatzy" in text


def test_it_sets_the_csrf_cookie_for_the_script(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    outsider.get(f"/r/{new_room(alice).code}/")
    assert outsider.cookies["csrftoken"].value


@pytest.mark.parametrize("code", ["nosuchroom22", "x", "0"])
def test_it_says_in_plain_words_that_there_is_no_such_room(outsider: Client, code: str) -> None:
    answer = outsider.get(f"/r/{code}/")
    assert answer.status_code == 404
    assert "If a friend sent it" in answer.content.decode()
    assert outsider.get(f"/r/{code}/qr.svg").status_code == 404


def test_it_forgives_capitals(alice: User, outsider: Client, new_room: OpenRoom) -> None:
    code = new_room(alice).code
    assert outsider.get(f"/r/{code.upper()}/")["Location"] == f"/r/{code}/"


def test_it_draws_the_rooms_address_as_a_qr_code(
    alice: User, outsider: Client, new_room: OpenRoom
) -> None:
    code = new_room(alice).code
    answer = outsider.get(f"/r/{code}/qr.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    root = ET.fromstring(answer.content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    border = 3
    size = segno.make(f"http://testserver/r/{code}/", error="m").symbol_size(border=border)
    assert root.attrib["viewBox"] == f"0 0 {size[0]} {size[1]}"
    other = outsider.get(f"/r/{new_room(alice).code}/qr.svg")
    assert other.content != answer.content


def test_it_asks_the_database_for_the_room_once(
    alice: User,
    outsider: Client,
    new_room: OpenRoom,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    code = new_room(alice).code
    with django_assert_num_queries(1):
        outsider.get(f"/r/{code}/")
