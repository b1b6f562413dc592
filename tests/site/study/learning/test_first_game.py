"""The first game: one tap leads to a table with Pip, without a name."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Room, User
from tests.fixtures import As, OpenRoom
from tests.support.played import begin

pytestmark = pytest.mark.registered


def start(browser: Client, **fields: str) -> Any:
    return browser.post("/first-game/", fields)


def room_of(answer: Any) -> Room:
    assert answer.status_code == 302
    return Room.objects.get(code=answer["Location"].split("/")[2])


def personas(room: Room) -> list[str]:
    return [seat.player.name for seat in room.seats.order_by("number") if seat.player is not None]


def test_it_makes_a_visitor_a_guest_at_a_table_with_pip(outsider: Client) -> None:
    room = room_of(start(outsider))
    guest = User.objects.get(is_guest=True)
    assert guest.name.startswith("Guest ")
    assert personas(room) == [guest.name, "Pip"]
    assert (room.variant, room.clock, room.rated, room.public) == ("yahtzee", None, False, False)
    assert room.begins_by is not None
    assert f'data-lesson="{room.code}"' in outsider.get(f"/r/{room.code}/").content.decode()


@pytest.mark.parametrize("variant", ["yahtzee", "triple_yahtzee", "yatzy"])
def test_it_teaches_the_variant_of_the_rules_that_were_read(outsider: Client, variant: str) -> None:
    assert f'value="{variant}"' in outsider.get(f"/rules/{variant}/").content.decode()
    assert room_of(start(outsider, variant=variant)).variant == variant


def test_it_keeps_the_player_who_is_signed_in(alice: User, signed_in: As) -> None:
    room = room_of(start(signed_in(alice)))
    assert room.host == alice
    assert not User.objects.filter(is_guest=True).exists()


def test_it_leads_back_to_the_game_that_goes_on(outsider: Client) -> None:
    first = room_of(start(outsider))
    assert room_of(start(outsider)) == first
    Room.objects.filter(pk=first.pk).update(begins_by=None)
    assert room_of(start(outsider)) == first
    assert room_of(start(outsider, variant="yatzy")) != first
    assert User.objects.filter(is_guest=True).count() == 1


def test_it_is_a_lesson_only_for_its_player(outsider: Client, alice: User, signed_in: As) -> None:
    room = room_of(start(outsider))
    assert "data-lesson" not in signed_in(alice).get(f"/r/{room.code}/").content.decode()


def test_its_address_alone_leads_home_and_makes_nobody(outsider: Client) -> None:
    answer = outsider.get("/first-game/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not User.objects.exists()


def test_it_is_limited_like_other_tables(outsider: Client, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "room-address": (1, 3600)}
    assert start(outsider).status_code == 302
    assert start(outsider).status_code == 429


def test_it_is_offered_to_those_who_have_not_played(
    outsider: Client, alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    def offers(browser: Client) -> bool:
        return 'id="first-game"' in browser.get("/").content.decode()

    assert offers(outsider)
    assert offers(signed_in(alice))
    begin(new_room(alice), alice, bob)
    assert not offers(signed_in(alice))
    assert not offers(signed_in(bob))
