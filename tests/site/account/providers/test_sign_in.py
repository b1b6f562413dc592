"""Signing in and up with a provider."""

import pytest
from django.test import Client

from games.models import ProviderLink, User
from tests.fixtures import As
from tests.site.account.providers.school import (
    School,
    address_of,
    agree,
    asked_of,
    sign_in,
    sign_up,
)

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


def who(browser: Client) -> User:
    return User.objects.get(pk=browser.session["_auth_user_id"])


def test_it_shows_a_button_above_the_password(school: School, client: Client) -> None:
    for page in ("/sign-in/", "/sign-up/"):
        text = client.get(page).content.decode()
        assert text.index("Continue with <bdi>School</bdi>") < text.index('name="password"')


def test_it_shows_no_button_without_a_provider(client: Client) -> None:
    assert "Continue with" not in client.get("/sign-in/").content.decode()


def test_it_asks_the_provider_with_state_nonce_and_pkce(school: School, client: Client) -> None:
    asked = asked_of(client.post("/sign-in/with/school/"))
    assert asked["redirect_uri"] == "http://testserver/sign-in/with/school/done/"
    assert (asked["response_type"], asked["client_id"]) == ("code", "yacht")
    assert asked["code_challenge_method"] == "S256"
    assert len(asked["state"]) >= 20
    assert len(asked["nonce"]) >= 20
    assert len(asked["code_challenge"]) == 43
    assert "code_verifier" not in asked


def test_it_makes_an_account_with_the_name_that_was_chosen(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora", email="dora@example.com", email_verified=True)
    answer = sign_in(client, "d1")
    assert answer["Location"] == "/sign-up/name/"
    page = client.get("/sign-up/name/").content.decode()
    assert 'value="Dora"' in page
    assert 'value="dora@example.com"' in page
    assert not User.objects.filter(name="Dora").exists()
    answer = client.post("/sign-up/name/", {"name": "Dora", "email": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    dora = who(client)
    assert (dora.name, dora.email, dora.is_guest) == ("Dora", "", False)
    assert not dora.has_usable_password()
    link = ProviderLink.objects.get()
    assert (link.player, link.issuer, link.subject) == (dora, school.issuer, "d1")


def test_it_signs_the_same_person_in_again(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    sign_up(client, "d1", "Dora")
    other = Client()
    answer = sign_in(other, "d1", next="/settings/")
    assert (answer.status_code, answer["Location"]) == (302, "/settings/")
    assert who(other).name == "Dora"
    assert ProviderLink.objects.count() == 1


def test_it_joins_nothing_by_a_mail_address(school: School, client: Client, alice: User) -> None:
    school.person("a1", nickname="Anna", email=alice.email, email_verified=True)
    sign_up(client, "a1", "Anna")
    assert who(client) != alice
    assert not ProviderLink.objects.filter(player=alice).exists()


NAMES = {
    "taken": ("Alice", "Alice 2"),
    "looks like another": ("AIice", "AIice 2"),
    "of staff": ("Moderator", ""),
    "a mail address": ("dora@example.com", ""),
    "too long": ("Maximiliane Alexandra Magdalena", "Maximiliane Alexandr"),
    "two alphabets": ("Dоra", ""),
    "invisible": ("\u200b", ""),
    "a number": (7, ""),
}


@pytest.mark.parametrize("claim", NAMES)
def test_it_offers_a_name_that_passes_the_rules(
    school: School, client: Client, alice: User, claim: str
) -> None:
    name, offered = NAMES[claim]
    school.person("d1", nickname=name)
    sign_in(client, "d1")
    page = client.get("/sign-up/name/").content.decode()
    shown = f'value="{offered}"' in page if offered else 'name="name"' in page
    assert shown
    if not offered:
        assert str(name) not in page.split("<form", 2)[-1] or name == 7


def test_it_keeps_what_was_typed_and_offers_a_free_name(
    school: School, client: Client, alice: User
) -> None:
    school.person("d1", nickname="Dora")
    sign_in(client, "d1")
    answer = client.post("/sign-up/name/", {"name": "Alice", "email": "dora@example.com"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="Alice"' in page
    assert 'value="dora@example.com"' in page
    assert "Alice 2" in page
    answer = client.post("/sign-up/name/", {"name": "Alice 2", "email": "dora@example.com"})
    assert answer.status_code == 302
    assert who(client).name == "Alice 2"


def test_it_takes_no_name_that_breaks_the_rules(school: School, client: Client) -> None:
    school.person("d1")
    sign_in(client, "d1")
    for name in ("", "Moderator", "x" * 21, "call +49 170 1234567"):
        assert client.post("/sign-up/name/", {"name": name, "email": ""}).status_code == 422
    assert not ProviderLink.objects.exists()


def test_the_name_page_wants_somebody_whom_a_provider_knows(client: Client) -> None:
    assert client.get("/sign-up/name/")["Location"] == "/sign-in/"
    assert client.post("/sign-up/name/", {"name": "Dora"})["Location"] == "/sign-in/"
    assert not User.objects.filter(name="Dora").exists()


@pytest.mark.parametrize(
    "wanted", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_it_leads_to_no_other_site(school: School, client: Client, wanted: str) -> None:
    school.person("d1")
    sign_up(Client(), "d1", "Dora")
    assert sign_in(client, "d1", next=wanted)["Location"] == "/"


def test_two_tabs_make_one_account(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    other = Client()
    sign_in(client, "d1")
    sign_in(other, "d1")
    client.post("/sign-up/name/", {"name": "Dora", "email": ""})
    answer = other.post("/sign-up/name/", {"name": "Dora Two", "email": ""})
    assert answer["Location"].startswith("/sign-in/")
    assert ProviderLink.objects.count() == 1
    assert not User.objects.filter(name="Dora Two").exists()


@pytest.mark.parametrize("who", ["visitor", "guest"])
@pytest.mark.parametrize("sub", ["d1", "new"])
def test_the_session_is_another_one_afterwards(school: School, who: str, sub: str) -> None:
    """Else somebody could give others a session that they know, and be signed in with them."""
    sign_up(Client(), "d1", "Dora")
    browser, known = Client(), Client()
    if who == "guest":
        browser.post("/guest/", {"name": "Gus"})
    browser.post("/sign-in/with/school/")
    known.cookies["sessionid"] = str(browser.session.session_key)
    answer = sign_in(browser, sub)
    if sub == "new":
        answer = browser.post("/sign-up/name/", {"name": "Emil", "email": ""})
    assert answer["Location"] == "/"
    assert browser.get("/settings/privacy/").status_code == 200
    assert known.get("/settings/privacy/").status_code == 302


def test_somebody_signed_in_goes_on(school: School, alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    assert browser.post("/sign-in/with/school/", {"next": "/settings/"})["Location"] == "/settings/"


def test_it_says_that_somebody_cancelled(school: School, client: Client) -> None:
    left = client.post("/sign-in/with/school/", {"next": "/settings/"})
    # This provider forgets to give the state back, as it should (RFC 6749, 4.1.2.1).
    back = f"{agree(address_of(left), 'd1', action='deny')}&state={asked_of(left)['state']}"
    answer = client.get(back, follow=True)
    assert "You did not sign in with School." in answer.content.decode()
    assert client.get(back).status_code == 422


def test_there_is_no_other_provider(school: School, client: Client) -> None:
    assert client.post("/sign-in/with/other/").status_code == 404
    assert client.get("/sign-in/with/other/done/?state=x&code=y").status_code == 404
    assert client.get("/sign-in/with/school/").status_code == 405


def test_a_name_is_told_nowhere_but_asked_for(school: School, client: Client) -> None:
    """The second page of claims is asked only if the token lacks a name."""
    school.person("d1", nickname="Dora")
    school.asked.clear()
    sign_in(client, "d1")
    assert "/userinfo" not in school.asked
    school.person("d2")
    sign_in(Client(), "d2")
    assert "/userinfo" in school.asked
