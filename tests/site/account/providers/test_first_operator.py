"""The link of an empty site where people sign in with a provider, or need an invitation.

It leads to a desk that works, with the provider and with a password.
"""

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import FirstLink, User
from games.platform.site_settings import current
from tests.site.account.operator.test_first_link import FORM, HERE, NAME, finish, opened
from tests.site.account.providers.school import School, address_of, agree, sign_in

pytestmark = pytest.mark.django_db

SITES: dict[str, dict[str, Any]] = {
    "only the provider": {"ONLY_SSO": True},
    "only with an invitation": {"INVITE_ONLY": True},
    "both": {"ONLY_SSO": True, "INVITE_ONLY": True},
    "no guests": {"ONLY_SSO": True, "SIGN_UP": True, "GUESTS": False, "STRANGERS": False},
}


@pytest.fixture(params=SITES)
def site(request: pytest.FixtureRequest, school: School, settings: Settings) -> School:
    for name, value in SITES[request.param].items():
        setattr(settings, name, value)
    school.person("n1", nickname=NAME, email="nora@example.com", email_verified=True)
    return school


def check_desk(browser: Client) -> None:
    """The browser is that of the operator: the desk, the admin and the questions open."""
    made = User.objects.get(name=NAME)
    assert (made.is_superuser, made.is_staff) == (True, True)
    assert not FirstLink.objects.exists()
    for page in ("/site/name/", "/desk/", "/admin/"):
        assert browser.get(page).status_code == 200, page
    assert browser.post("/site/name/", {"name": "Dice & Co"}).status_code == 302
    assert current.site_name() == "Dice & Co"


def test_an_account_of_the_provider_runs_the_site(site: School) -> None:
    browser = opened(Client())
    page = browser.get(HERE).content.decode()
    assert f"/sign-in/?next={HERE}" in page
    offered = browser.get(f"/sign-in/?next={HERE}").content.decode()
    assert "Continue with <bdi>School</bdi>" in offered
    answer = sign_in(browser, "n1", next=HERE)
    assert answer["Location"] == "/sign-up/name/", answer.content.decode()
    answer = browser.post("/sign-up/name/", {"name": NAME, "email": ""})
    assert answer["Location"] == HERE, answer.content.decode()
    # An open session alone makes nobody the operator.
    page = browser.get(HERE).content.decode()
    assert "Sign in again" in page
    assert 'type="password"' not in page
    assert browser.post(HERE).status_code == 422
    left = browser.post("/sign-in/with/school/again/", {"next": HERE})
    assert browser.get(agree(address_of(left), "n1"))["Location"] == HERE
    page = browser.get(HERE).content.decode()
    assert "Sign in again" not in page
    assert browser.post(HERE)["Location"] == HERE
    assert "Recovery codes" in finish(browser)
    check_desk(browser)


def test_a_password_runs_the_site(site: School) -> None:
    browser = opened(Client())
    assert browser.post(HERE, FORM)["Location"] == HERE
    assert "Recovery codes" in finish(browser)
    check_desk(browser)


def test_others_still_need_an_invitation(school: School, settings: Settings) -> None:
    settings.INVITE_ONLY = True
    opened(Client())
    school.person("s1", nickname="Sven", email="sven@example.com", email_verified=True)
    answer = sign_in(Client(), "s1")
    assert answer.status_code != 302 or answer["Location"] != "/sign-up/name/"
