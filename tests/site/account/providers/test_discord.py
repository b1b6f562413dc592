"""Discord has no ID tokens: OAuth 2, and a page that tells who somebody is. The provider of these
tests plays its part.
"""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import ProviderLink, User
from games.site.account.providers import client as clients
from tests.site.account.providers.school import School, asked_of, sign_in, sign_up

pytestmark = pytest.mark.django_db

ID = "80351110224678912"


@pytest.fixture
def discord(school: School, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> School:
    description = {
        "authorization_endpoint": f"{school.issuer}/oauth2/authorize",
        "token_endpoint": f"{school.issuer}/oauth2/token",
        "userinfo_endpoint": f"{school.issuer}/userinfo",
    }
    monkeypatch.setattr(clients, "DISCORD_DESCRIPTION", description)
    found = {"KIND": "discord", "CLIENT_ID": "1", "CLIENT_SECRET": "2", "SCOPE": "profile"}
    settings.OIDC = {"discord": found}
    return school


def test_it_asks_discord_for_the_name_only(settings: Settings, client: Client) -> None:
    settings.OIDC = {"discord": {"KIND": "discord", "CLIENT_ID": "1", "CLIENT_SECRET": "2"}}
    left = client.post("/sign-in/with/discord/")
    asked = asked_of(left)
    assert "https://discord.com/oauth2/authorize?" in left.content.decode()
    assert (asked["scope"], asked["client_id"]) == ("identify", "1")
    assert asked["redirect_uri"] == "http://testserver/sign-in/with/discord/done/"
    assert asked["code_challenge_method"] == "S256"


def test_it_makes_an_account_and_signs_in(discord: School, client: Client) -> None:
    discord.person("x", id=ID, global_name="Dora D", username="dora_d")
    sign_in(client, "x", "discord")
    assert 'value="Dora D"' in client.get("/sign-up/name/").content.decode()
    sign_up(client, "x", "Dora", "discord")
    link = ProviderLink.objects.get()
    assert (link.issuer, link.subject) == ("https://discord.com", ID)
    assert sign_in(Client(), "x", "discord")["Location"] == "/"
    assert User.objects.count() == 1


def test_somebody_without_an_id_is_refused(discord: School, client: Client) -> None:
    discord.person("x", username="dora")
    assert sign_in(client, "x", "discord").status_code == 422
    discord.person("x", id=7, username="dora")
    assert sign_in(client, "x", "discord").status_code == 422
