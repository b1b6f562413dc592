"""A guest who signs in or up with a provider keeps seat and games."""

import pytest
from django.test import Client

from games.models import Authenticator, ProviderLink, Room, Scorecard, Seat, User
from games.people.family import device
from games.platform.clock import utc_now
from tests.fixtures import As
from tests.site.account.providers.school import School, sign_in, sign_up
from tests.support.people import open_room, person, playing
from tests.support.played import finished_game

pytestmark = pytest.mark.django_db


def seats_of(player: User) -> list[int]:
    return list(Seat.objects.filter(player=player).values_list("room_id", flat=True))


def test_a_guest_becomes_an_account_in_the_middle_of_a_game(
    school: School, alice: User, bob: User, signed_in: As
) -> None:
    room = playing(alice, bob)
    browser = signed_in(alice)
    school.person("d1", nickname="Dora")
    sign_in(browser, "d1", next=f"/r/{room.code}/")
    page = browser.get("/sign-up/name/").content.decode()
    assert 'value="Alice"' in page, "a guest keeps their name"
    answer = browser.post("/sign-up/name/", {"name": "Alice", "email": ""})
    assert answer["Location"] == f"/r/{room.code}/"
    found = User.objects.get(pk=alice.pk)
    assert not found.is_guest
    assert seats_of(found) == [room.pk]
    assert browser.session["_auth_user_id"] == str(alice.pk)
    assert ProviderLink.objects.get().player == found
    assert browser.get("/settings/privacy/").status_code == 200


def test_what_a_guest_played_moves_to_the_account(
    school: School, bob: User, signed_in: As, client: Client
) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    dora = User.objects.get(name="Dora")
    gus = person("Gus")
    finished_game(gus, bob)
    room = open_room(gus)
    browser = signed_in(gus)
    assert sign_in(browser, "d1").status_code == 302
    assert browser.session["_auth_user_id"] == str(dora.pk)
    assert Room.objects.get(pk=room.pk).seats.filter(player=dora).exists()
    assert Scorecard.objects.filter(player=dora).count() == 1
    assert not Scorecard.objects.filter(player=gus).exists()


def test_a_guest_in_a_running_game_finishes_it_before_they_join_an_account(
    school: School, alice: User, bob: User, signed_in: As, client: Client
) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    room = playing(alice, bob)
    browser = signed_in(alice)
    answer = sign_in(browser, "d1")
    assert answer.status_code == 409
    assert f"/r/{room.code}/" in answer.content.decode()
    assert browser.session["_auth_user_id"] == str(alice.pk)
    assert seats_of(alice) == [room.pk]


def test_an_account_with_an_app_shows_a_code_after_the_provider(
    school: School, client: Client
) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    dora = User.objects.get(name="Dora")
    Authenticator.objects.create(player=dora, secret=b"", confirmed_at=utc_now())
    browser = Client()
    answer = sign_in(browser, "d1")
    assert answer["Location"] == "/sign-in/code/"
    assert "_auth_user_id" not in browser.session


# The family lock


def test_the_lock_of_a_device_survives_signing_in(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    browser = Client()
    browser.post("/settings/family/", {"code": "4711"})
    locked = {key: each.value for key, each in browser.cookies.items() if key == "family"}
    assert sign_in(browser, "d1").status_code == 302
    assert {key: each.value for key, each in browser.cookies.items() if key == "family"} == locked
    assert device.is_locked({key: each.value for key, each in browser.cookies.items()})
    assert browser.get("/settings/providers/").status_code == 403


def test_nobody_signs_up_on_a_locked_device(school: School) -> None:
    browser = Client()
    browser.post("/settings/family/", {"code": "4711"})
    school.person("d1", nickname="Dora")
    sign_in(browser, "d1")
    assert browser.get("/sign-up/name/").status_code == 403
    assert browser.post("/sign-up/name/", {"name": "Dora", "email": ""}).status_code == 403
    assert not ProviderLink.objects.exists()


def test_the_lock_of_an_account_survives_signing_in(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    User.objects.filter(name="Dora").update(locked=True)
    browser = Client()
    sign_in(browser, "d1")
    assert User.objects.get(name="Dora").locked
    assert browser.get("/settings/providers/").status_code == 403


@pytest.mark.parametrize("way", ["sign in", "sign up"])
def test_the_lock_of_a_guest_survives(school: School, signed_in: As, way: str) -> None:
    school.person("d1", nickname="Dora")
    if way == "sign in":
        sign_up(Client(), "d1", "Dora")
    gus = person("Gus")
    User.objects.filter(pk=gus.pk).update(locked=True)
    browser = signed_in(gus)
    sign_in(browser, "d1")
    if way == "sign up":
        assert browser.post("/sign-up/name/", {"name": "Gus", "email": ""}).status_code == 403
        assert User.objects.get(pk=gus.pk).locked
    else:
        assert User.objects.get(name="Dora").locked
