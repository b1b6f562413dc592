"""The search of the community: links, codes and names."""

import pytest
from django.test import Client

from games.models import User
from tests.fixtures import OpenRoom


@pytest.mark.parametrize(
    "typed",
    ["{code}", " {code} ", "{CODE}", "http://testserver/r/{code}/", "testserver/r/{code}"],
)
def test_it_leads_from_a_code_or_a_link_to_the_room(
    outsider: Client, alice: User, new_room: OpenRoom, typed: str
) -> None:
    code = new_room(alice).code
    text = typed.format(code=code, CODE=code.upper())
    assert outsider.get("/community/", {"find": text})["Location"] == f"/r/{code}/"


@pytest.mark.registered
def test_it_leads_from_a_name_to_the_player(outsider: Client, alice: User) -> None:
    assert outsider.get("/community/", {"find": " alice "})["Location"] == "/@Alice/"


def test_it_finds_no_guest_by_name(outsider: Client, guest: User) -> None:
    assert outsider.get("/community/", {"find": guest.name}).status_code == 404


@pytest.mark.parametrize("typed", ["nothing", "https://evil.example/", "x" * 5000, "\x00", "'"])
def test_it_says_so_when_there_is_nothing_like_it(db: None, outsider: Client, typed: str) -> None:
    answer = outsider.get("/community/", {"find": typed})
    assert answer.status_code == 404
    assert "There is no such player or table." in answer.content.decode()
