"""Who may link an account at a provider, and take it off: every account, session and change,
compared with TABLE. It is the table of second factors (tests/site/account/factors/test_changes.py).
"""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import ProviderLink, User
from games.platform.limits.rates import BUCKETS
from games.site.account.providers.client import Identity
from games.site.account.providers.links import make_link
from tests.fixtures import As
from tests.site.account.factors import test_changes
from tests.site.account.factors.people import Factors
from tests.site.account.factors.test_changes import ACCOUNTS, Row, Scene
from tests.site.account.providers.school import School, address_of, agree, running_school, sign_in
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD

pytestmark = [pytest.mark.registered, pytest.mark.django_db]


def identity(issuer: str, subject: str) -> Identity:
    return Identity(issuer, subject, (), "", frozenset(), "", None)


class Linked(Scene):
    """A scene of second factors, with a provider."""

    school: School

    def link(self) -> None:
        form = {"password": PASSWORD}
        left = self.client.post("/sign-in/with/school/link/", form, secure=True)
        if left.status_code == 200:
            self.client.get(agree(address_of(left), "a1"), secure=True)

    def unlink(self) -> None:
        link = ProviderLink.objects.get(player=self.player)
        path = f"/settings/providers/{link.pk}/remove"
        self.client.post(path, {"password": PASSWORD}, secure=True)

    def what_is_stored(self) -> object:
        return list(ProviderLink.objects.values_list("player", "issuer", "subject"))


CHANGES: list[Callable[[Linked], None]] = [Linked.link, Linked.unlink]


def cases() -> list[tuple[str, Row]]:
    return test_changes.cases()


@pytest.mark.parametrize("who", ["player", "staff"])
@pytest.mark.parametrize(("kinds", "row"), cases(), ids=lambda x: getattr(x, "session", x))
def test_it_does_what_the_table_says(
    school: School, alice: User, clock: FakeClock, who: str, kinds: str, row: Row
) -> None:
    if who == "staff":
        rights = {"desk_role": "moderator", "is_staff": True, "is_superuser": True}
        User.objects.filter(pk=alice.pk).update(**rights)
    may = (row.player if who == "player" else row.staff) == "yes"
    for change in CHANGES:
        with transaction.atomic():
            BUCKETS.clear()
            now = clock.now_ms()
            player = User.objects.get(pk=alice.pk)
            if change is Linked.unlink:
                make_link(player, identity(school.issuer, "a1"))
            scene = Linked(player, kinds, row.session, clock)
            stored = scene.what_is_stored()
            change(scene)
            assert (scene.what_is_stored() != stored) == may, change.__name__
            clock.set(now)
            transaction.set_rollback(True)


def test_the_table_has_every_kind_of_account() -> None:
    assert len(ACCOUNTS) == 8
    assert len(cases()) == 3 + 7 * 7


def link_as(browser: Client, sub: str, password: str = PASSWORD) -> Client:
    left = browser.post("/sign-in/with/school/link/", {"password": password})
    if left.status_code == 200:
        browser.get(agree(address_of(left), sub))
    return browser


def test_it_links_and_signs_in_and_takes_off(school: School, alice: User, signed_in: As) -> None:
    browser = link_as(signed_in(alice), "a1")
    link = ProviderLink.objects.get()
    assert (link.player, link.subject) == (alice, "a1")
    assert "School" in browser.get("/settings/providers/").content.decode()
    sign_in(other := Client(), "a1")
    assert other.session["_auth_user_id"] == str(alice.pk)
    path = f"/settings/providers/{link.pk}/remove"
    assert browser.post(path, {"password": PASSWORD}).status_code == 302
    assert not ProviderLink.objects.exists()
    assert sign_in(Client(), "a1")["Location"] == "/sign-up/name/"


def test_a_wrong_password_links_nothing(school: School, alice: User, signed_in: As) -> None:
    browser = signed_in(alice)
    answer = browser.post("/sign-in/with/school/link/", {"password": "no"})
    assert answer.status_code == 422
    assert "That is not the password." in answer.content.decode()


def test_an_account_of_somebody_else_is_not_linked(
    school: School, alice: User, bob: User, signed_in: As
) -> None:
    make_link(bob, identity(school.issuer, "b1"))
    browser = signed_in(alice)
    left = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    answer = browser.get(agree(address_of(left), "b1"))
    assert answer.status_code == 422
    assert "belongs to another player" in answer.content.decode()
    assert ProviderLink.objects.get().player == bob


def test_a_second_account_of_one_provider_is_not_linked(
    school: School, alice: User, signed_in: As
) -> None:
    make_link(alice, identity(school.issuer, "a1"))
    browser = signed_in(alice)
    left = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    answer = browser.get(agree(address_of(left), "a2"))
    assert answer.status_code == 422
    assert "Remove that one first" in answer.content.decode()


def test_the_same_account_twice_is_linked_once(school: School, alice: User, signed_in: As) -> None:
    browser = link_as(link_as(signed_in(alice), "a1"), "a1")
    assert ProviderLink.objects.count() == 1
    assert browser.get("/settings/providers/").status_code == 200


def test_a_link_goes_to_who_asked_for_it(
    school: School, alice: User, bob: User, signed_in: As
) -> None:
    """Somebody else has signed in in this browser meanwhile."""
    browser = signed_in(alice)
    left = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    state = {key: each for key, each in browser.session.items() if key.startswith("_state_")}
    browser.force_login(bob)
    session = browser.session
    session.update(state)
    session.save()
    answer = browser.get(agree(address_of(left), "a1"))
    assert answer.status_code == 422
    assert not ProviderLink.objects.exists()


def test_what_was_allowed_when_it_began_is_asked_again_at_its_end(
    school: School, alice: User, signed_in: As
) -> None:
    browser = signed_in(alice)
    left = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    Factors(alice, "app")
    answer = browser.get(agree(address_of(left), "a1"))
    assert answer.status_code == 422
    assert not ProviderLink.objects.exists()


@pytest.mark.parametrize("lock", ["account", "device"])
def test_a_family_lock_survives_linking(
    school: School, alice: User, signed_in: As, lock: str
) -> None:
    browser = signed_in(alice)
    left = browser.post("/sign-in/with/school/link/", {"password": PASSWORD})
    browser.post("/settings/family/", {"code": "4711"} if lock == "device" else {})
    answer = browser.get(agree(address_of(left), "a1"))
    assert answer.status_code == 403
    assert not ProviderLink.objects.exists()
    assert User.objects.get(pk=alice.pk).locked == (lock == "account")
    assert ("family" in browser.cookies) == (lock == "device")
    assert browser.post("/sign-in/with/school/link/", {"password": PASSWORD}).status_code == 403
    assert browser.post("/settings/providers/1/remove", {"password": PASSWORD}).status_code == 403


# The last way to sign in

WAYS = [
    # a password, how many providers, whether passwords are allowed here, whether one may go
    (True, 1, True, True),
    (True, 2, True, True),
    (False, 1, True, False),
    (False, 2, True, True),
    (True, 1, False, False),
    (True, 2, False, True),
]


@pytest.mark.parametrize(("password", "count", "allowed", "may"), WAYS)
def test_the_last_way_stays(
    school: School,
    settings: Settings,
    alice: User,
    signed_in: As,
    clock: FakeClock,
    password: bool,
    count: int,
    allowed: bool,
    may: bool,
) -> None:
    settings.ONLY_SSO = not allowed
    settings.OIDC = settings.OIDC | {"club": school.settings(ISSUER="https://club.example")}
    first = make_link(alice, identity(school.issuer, "a1"))
    if count == 2:
        make_link(alice, identity("https://club.example", "a1"))
    if not password:
        alice.set_unusable_password()
        alice.save()
    browser = signed_in(User.objects.get(pk=alice.pk))
    if not password:
        left = browser.post("/sign-in/with/school/again/", {"next": "/settings/providers/"})
        school.person("a1", auth_time=clock.now_ms() / 1000)
        browser.get(agree(address_of(left), "a1"))
    answer = browser.post(f"/settings/providers/{first.pk}/remove", {"password": PASSWORD})
    assert (answer.status_code == 302) == may, answer.content.decode()
    assert ProviderLink.objects.filter(pk=first.pk).exists() != may


def test_a_provider_that_is_gone_is_no_way(school: School, alice: User, signed_in: As) -> None:
    first = make_link(alice, identity(school.issuer, "a1"))
    make_link(alice, identity("https://gone.example", "a1"))
    alice.set_unusable_password()
    alice.save()
    browser = signed_in(User.objects.get(pk=alice.pk))
    left = browser.post("/sign-in/with/school/again/", {"next": "/settings/providers/"})
    browser.get(agree(address_of(left), "a1"))
    page = browser.get("/settings/providers/").content.decode()
    assert "https://gone.example" in page
    assert browser.post(f"/settings/providers/{first.pk}/remove").status_code == 422


def test_nobody_takes_off_the_link_of_somebody_else(
    school: School, alice: User, bob: User, signed_in: As
) -> None:
    link = make_link(bob, identity(school.issuer, "b1"))
    answer = signed_in(alice).post(f"/settings/providers/{link.pk}/remove", {"password": PASSWORD})
    assert answer.status_code == 404
    assert ProviderLink.objects.exists()


def test_a_second_provider_is_a_second_way_to_one_account(
    school: School, settings: Settings, alice: User, signed_in: As
) -> None:
    link_as(signed_in(alice), "a1")
    with running_school() as club:
        settings.OIDC = settings.OIDC | {"club": club.settings(NAME="Club")}
        browser = signed_in(alice)
        left = browser.post("/sign-in/with/club/link/", {"password": PASSWORD})
        browser.get(agree(address_of(left), "c1"))
        sign_in(other := Client(), "c1", "club")
        assert other.session["_auth_user_id"] == str(alice.pk)
    assert ProviderLink.objects.filter(player=alice).count() == 2
