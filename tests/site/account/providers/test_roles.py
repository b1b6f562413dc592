"""A role at the desk by a group of the provider."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import AuditEntry, ProviderLink, Session, User
from games.platform.clock import utc_now
from games.site.account.factors import links as factor_links
from games.site.account.providers.roles import LASTS, end_old_roles
from tests.fixtures import As
from tests.site.account.factors.people import Factors
from tests.site.account.providers.school import (
    School,
    address_of,
    agree,
    asked_of,
    sign_in,
    sign_up,
)
from tests.support.clock import FakeClock

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

MODERATORS, HELPERS = "yacht moderators", "teachers"


@pytest.fixture
def groups(school: School, settings: Settings) -> Callable[..., None]:
    """Say in which groups somebody is."""
    settings.OIDC = {
        "school": school.settings(MODERATOR_GROUPS=MODERATORS, HELPER_GROUPS=f"{HELPERS}, aides")
    }

    def put(sub: str, *names: str, **claims: Any) -> None:
        school.person(sub, nickname="Dora", groups=list(names), **claims)

    return put


def dora() -> User:
    return User.objects.get(name="Dora")


def desk(browser: Client) -> int:
    return browser.get("/desk/").status_code


ROLES = [
    ((), ""),
    (("students",), ""),
    ((HELPERS,), "helper"),
    (("aides",), "helper"),
    ((MODERATORS,), "moderator"),
    ((HELPERS, MODERATORS), "moderator"),
    (("Teachers", "yacht"), ""),
]


@pytest.mark.parametrize(("names", "role"), ROLES)
def test_a_group_gives_a_role(
    groups: Callable[..., None], client: Client, names: tuple[str, ...], role: str
) -> None:
    groups("d1", *names)
    sign_up(client, "d1", "Dora")
    assert dora().desk_role == role
    noted = AuditEntry.objects.filter(action="role").values_list("data", flat=True)
    assert [each["role"] for each in noted] == ([role] if role else [])
    assert (dora().is_staff, dora().is_superuser) == (False, False)


SHAPES: dict[str, tuple[str, dict[str, Any], str]] = {
    "one word": ("groups", {"groups": MODERATORS}, "moderator"),
    "inside another claim": ("realm.roles", {"realm": {"roles": [MODERATORS]}}, "moderator"),
    "a name with dots": ("https://x.example/g", {"https://x.example/g": [MODERATORS]}, "moderator"),
    "numbers": ("groups", {"groups": [1, None, {"a": 1}]}, ""),
    "an object": ("groups", {"groups": {MODERATORS: True}}, ""),
    "elsewhere": ("roles", {"groups": [MODERATORS]}, ""),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_it_reads_groups(school: School, settings: Settings, client: Client, shape: str) -> None:
    claim, told, role = SHAPES[shape]
    more = {"MODERATOR_GROUPS": MODERATORS, "GROUPS_CLAIM": claim}
    settings.OIDC = {"school": school.settings(**more)}
    school.person("d1", nickname="Dora", **told)
    sign_up(client, "d1", "Dora")
    assert dora().desk_role == role


def test_the_desk_opens_with_a_second_factor_only(
    groups: Callable[..., None], client: Client
) -> None:
    groups("d1", MODERATORS)
    sign_up(client, "d1", "Dora")
    assert desk(client) == 302
    player = dora()
    path = f"/settings/second-factor/link/{factor_links.make_token(player)}/"
    assert client.post(path).status_code == 422, "an open session is not enough"
    again(client, "d1", path)
    assert client.post(path).status_code == 302


def again(browser: Client, sub: str, wanted: str) -> Any:
    """Sign in at the provider once more, as where others type their password."""
    left = browser.post("/sign-in/with/school/again/", {"next": wanted})
    return browser.get(agree(address_of(left), sub))


def test_who_leaves_the_group_loses_the_role_and_all_sessions(
    groups: Callable[..., None], client: Client
) -> None:
    groups("d1", MODERATORS)
    sign_up(client, "d1", "Dora")
    sign_in(phone := Client(), "d1")
    assert dora().desk_role == "moderator"
    groups("d1")
    sign_in(laptop := Client(), "d1")
    assert dora().desk_role == ""
    assert list(Session.objects.filter(player=dora()).values_list("pk", flat=True)) == [
        laptop.session.session_key
    ]
    for old in (client, phone):
        assert old.get("/settings/privacy/").status_code == 302
    assert laptop.get("/settings/privacy/").status_code == 200


def test_a_lower_role_ends_sessions_and_a_higher_one_does_not(
    groups: Callable[..., None], client: Client
) -> None:
    groups("d1", HELPERS)
    sign_up(client, "d1", "Dora")
    groups("d1", MODERATORS)
    sign_in(Client(), "d1")
    assert dora().desk_role == "moderator"
    assert client.get("/settings/privacy/").status_code == 200
    groups("d1", HELPERS)
    sign_in(Client(), "d1")
    assert dora().desk_role == "helper"
    assert client.get("/settings/privacy/").status_code == 302


def test_a_role_goes_when_the_operator_takes_the_groups_out(
    groups: Callable[..., None], school: School, settings: Settings, client: Client
) -> None:
    groups("d1", MODERATORS)
    sign_up(client, "d1", "Dora")
    settings.OIDC = {"school": school.settings()}
    sign_in(Client(), "d1")
    assert dora().desk_role == ""


def test_a_role_given_by_hand_stays(groups: Callable[..., None], client: Client) -> None:
    groups("d1")
    sign_up(client, "d1", "Dora")
    User.objects.filter(name="Dora").update(desk_role="helper")
    groups("d1", MODERATORS)
    sign_in(Client(), "d1")
    assert dora().desk_role == "helper"
    groups("d1")
    sign_in(Client(), "d1")
    assert dora().desk_role == "helper"
    assert client.get("/settings/privacy/").status_code == 200


@pytest.mark.parametrize("role", ["helper", "moderator"])
@pytest.mark.parametrize("group", [HELPERS, MODERATORS])
def test_a_role_given_by_hand_stays_although_a_group_gave_it_as_well(
    groups: Callable[..., None], client: Client, role: str, group: str
) -> None:
    groups("d1")
    sign_up(client, "d1", "Dora")
    User.objects.filter(name="Dora").update(desk_role=role)
    for names in ((group,), (), (group,), ()):
        groups("d1", *names)
        sign_in(Client(), "d1")
        assert dora().desk_role == role
    assert client.get("/settings/privacy/").status_code == 200


def test_a_role_taken_by_hand_stays_away_while_the_group_has_them(
    groups: Callable[..., None], client: Client
) -> None:
    groups("d1", MODERATORS)
    sign_up(client, "d1", "Dora")
    User.objects.filter(name="Dora").update(desk_role="")
    for _ in range(2):
        sign_in(Client(), "d1")
        assert dora().desk_role == ""


def test_a_role_ends_after_a_month_without_the_provider(
    groups: Callable[..., None], client: Client, clock: FakeClock
) -> None:
    """Else somebody who has left could stay for as long as their session."""
    groups("d1", MODERATORS)
    sign_up(client, "d1", "Dora")
    clock.advance(LASTS.total_seconds() - 60)
    assert end_old_roles() == 0
    clock.advance(120)
    assert end_old_roles() == 1
    assert dora().desk_role == ""
    assert client.get("/settings/privacy/").status_code == 302
    assert end_old_roles() == 0
    assert timedelta(days=30) == LASTS


# What the provider says of a second factor

ACR = [
    # what the operator set, what the provider says, whether the desk opens
    ("", "gold", False),
    ("", "", False),
    ("gold", "gold", True),
    ("silver, gold", "gold", True),
    ("gold", "silver", False),
    ("gold", "", False),
    ("gold", "golden", False),
    ("gold", ["gold"], False),
]


@pytest.mark.parametrize(("wanted", "told", "opens"), ACR)
def test_the_desk_opens_if_the_provider_has_asked_for_a_second_factor(
    school: School,
    settings: Settings,
    wanted: str,
    told: Any,
    opens: bool,
) -> None:
    more = {"MODERATOR_GROUPS": MODERATORS, "ACR": wanted}
    settings.OIDC = {"school": school.settings(**more)}
    school.person("d1", nickname="Dora", groups=[MODERATORS], acr=told)
    sign_up(browser := Client(), "d1", "Dora")
    assert (desk(browser) == 200) == opens
    sign_in(browser := Client(), "d1")
    assert (desk(browser) == 200) == opens


def test_it_asks_the_provider_for_the_factor(
    school: School, settings: Settings, client: Client
) -> None:
    settings.OIDC = {"school": school.settings(ACR="gold, silver")}
    assert asked_of(client.post("/sign-in/with/school/"))["acr_values"] == "gold silver"


@pytest.fixture
def golden(school: School, settings: Settings) -> User:
    """A moderator by a group, whose provider asks for a second factor."""
    more = {"MODERATOR_GROUPS": MODERATORS, "ACR": "gold"}
    settings.OIDC = {"school": school.settings(**more)}
    school.person("d1", nickname="Dora", groups=[MODERATORS], acr="gold")
    sign_up(Client(), "d1", "Dora")
    return dora()


def test_an_account_with_a_factor_of_its_own_shows_that_one(golden: User) -> None:
    Factors(golden, "app")
    answer = sign_in(browser := Client(), "d1")
    assert answer["Location"] == "/sign-in/code/"
    assert desk(browser) == 404


@pytest.mark.parametrize("right", ["is_superuser", "is_staff"])
def test_it_opens_nothing_for_more_than_the_group_gives(golden: User, right: str) -> None:
    User.objects.filter(pk=golden.pk).update(**{right: True, "is_staff": True})
    sign_in(browser := Client(), "d1")
    assert desk(browser) == 302
    assert browser.get("/admin/jsi18n/").status_code == 302


def test_it_lets_nobody_add_a_factor(golden: User) -> None:
    sign_in(browser := Client(), "d1")
    again(browser, "d1", "/settings/")
    answer = browser.post("/settings/second-factor/", {"do": "begin"})
    assert answer.status_code == 422
    assert "its operator gives you a link" in answer.content.decode()


def test_it_opens_nothing_for_a_role_by_hand(
    school: School, settings: Settings, client: Client
) -> None:
    more = {"MODERATOR_GROUPS": MODERATORS, "ACR": "gold"}
    settings.OIDC = {"school": school.settings(**more)}
    school.person("d1", nickname="Dora", groups=[], acr="gold")
    sign_up(client, "d1", "Dora")
    User.objects.filter(name="Dora").update(desk_role="moderator")
    sign_in(browser := Client(), "d1")
    assert desk(browser) == 302


def test_the_desk_closes_after_a_day(golden: User, clock: FakeClock) -> None:
    sign_in(browser := Client(), "d1")
    assert desk(browser) == 200
    clock.advance(86_401)
    assert desk(browser) == 302


def test_taking_the_provider_off_takes_the_role_and_keeps_this_session(
    golden: User, signed_in: As, alice: User
) -> None:
    golden.set_password("red sails at dawn")
    golden.save()
    sign_in(other := Client(), "d1")
    browser = signed_in(golden)
    path = f"/settings/second-factor/link/{factor_links.make_token(golden)}/"
    form = {"password": "red sails at dawn"}
    assert browser.post(path, form).status_code == 302
    link = ProviderLink.objects.get(player=golden)
    assert browser.post(f"/settings/providers/{link.pk}/remove", form).status_code == 302
    assert dora().desk_role == ""
    assert browser.get("/settings/privacy/").status_code == 200
    assert other.get("/settings/privacy/").status_code == 302
    assert utc_now()
