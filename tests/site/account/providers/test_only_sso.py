"""A site where people sign in with its providers only."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import User
from tests.fixtures import As
from tests.site.account.providers.school import School, sign_in, sign_up
from tests.support.people import PASSWORD, open_room, person
from tests.system.attack.authenticator import Authenticator

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def only(school: School, settings: Settings) -> None:
    settings.ONLY_SSO = True


def is_nobody(browser: Client) -> bool:
    return "_auth_user_id" not in browser.session


def password_in(browser: Client, name: str) -> Any:
    return browser.post("/sign-in/", {"name": name, "password": PASSWORD})


def test_pages_show_no_password(client: Client) -> None:
    for page in ("/sign-in/", "/sign-up/"):
        text = client.get(page).content.decode()
        assert "Continue with <bdi>School</bdi>" in text
        assert 'type="password"' not in text
        assert "Forgot your password" not in text


def test_a_password_signs_nobody_in(client: Client, alice: User) -> None:
    assert password_in(client, "Alice").status_code == 422
    assert is_nobody(client)


def test_a_superuser_gets_in_while_the_provider_is_away(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_superuser=True)
    assert 'type="password"' in client.get("/sign-in/?password").content.decode()
    assert password_in(client, "Alice").status_code == 302
    assert not is_nobody(client)


def test_a_passkey_signs_nobody_in(
    client: Client, alice: User, signed_in: As, settings: Settings
) -> None:
    settings.ONLY_SSO = False
    key, browser = Authenticator(), signed_in(alice)
    options = browser.post("/settings/passkeys/options", secure=True).json()
    form = {"password": PASSWORD, "answer": key.register(options), "name": "Phone"}
    assert browser.post("/settings/passkeys/add", form, secure=True).status_code == 200
    settings.ONLY_SSO = True
    options = client.post("/sign-in/passkey/options", secure=True).json()
    form = {"answer": key.sign_in(options)}
    assert client.post("/sign-in/passkey/", form, secure=True).status_code == 422
    assert is_nobody(client)


def test_nobody_signs_up_with_a_password(client: Client, alice: User) -> None:
    form = {"name": "Dora", "password": PASSWORD, "email": ""}
    answer = client.post("/sign-up/", form)
    assert answer.status_code == 422
    assert not User.objects.filter(name="Dora").exists()
    client.post("/sign-up/", {**form, "name": "Alice"})
    assert is_nobody(client)


def test_a_guest_chooses_no_password(signed_in: As) -> None:
    gus = person("Gus")
    browser = signed_in(gus)
    assert "Continue with <bdi>School</bdi>" in browser.get("/account/keep/").content.decode()
    form = {"name": "Gus", "password": PASSWORD, "email": ""}
    assert browser.post("/account/keep/", form).status_code == 422
    assert User.objects.get(pk=gus.pk).is_guest


def test_nobody_sets_or_resets_a_password(client: Client, alice: User, signed_in: As) -> None:
    form = {"current": PASSWORD, "new": "another long one 1"}
    assert signed_in(alice).post("/account/password/", form).status_code == 403
    assert client.post("/password/reset/", {"email": alice.email}).status_code == 403
    assert client.get("/password/reset/").status_code == 403
    path = reverse("password-reset-confirm", args=["MQ", "x-y"])
    assert client.get(path).status_code == 403


def test_guests_need_an_invitation(client: Client, alice: User) -> None:
    assert client.post("/guest/", {"name": "Gus"}).status_code == 400
    assert is_nobody(client)
    room = open_room(alice)
    form = {"name": "Gus", "next": f"/r/{room.code}/"}
    assert client.post("/guest/", form).status_code == 200


def test_programs_become_no_guests(client: Client) -> None:
    answer = client.post("/api/v1/guests", '{"name": "Robot"}', content_type="application/json")
    assert answer.status_code == 400
    assert not User.objects.exists()


def test_the_provider_signs_in_and_up_without_an_invitation(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    assert sign_up(client, "d1", "Dora").status_code == 302
    assert sign_in(Client(), "d1").status_code == 302


def test_its_own_people_may_still_need_one(
    school: School, client: Client, settings: Settings
) -> None:
    settings.INVITE_ONLY = True
    assert sign_in(client, "d1").status_code == 403
