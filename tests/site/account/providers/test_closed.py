"""A closed account does not come back: not with the same account at a provider, nor with another
one that has the same confirmed address, nor after it was deleted.
"""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import BarredIdentity, NotificationChoice, ProviderLink, User
from games.people.conduct.models import Sanction
from games.people.conduct.sanctions import impose
from games.platform.clock import utc_now
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.moderation import ban, unban
from games.site.account.providers.links import forget_bars
from tests.fixtures import As
from tests.site.account.providers.school import School, running_school, sign_in, sign_up
from tests.support.clock import FakeClock
from tests.support.people import open_room, person

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

MAIL = "dora@example.com"


@pytest.fixture
def dora(school: School) -> User:
    """Somebody who signs in with the school, which knows her address."""
    school.person("d1", nickname="Dora", email=MAIL, email_verified=True)
    sign_up(Client(), "d1", "Dora")
    return User.objects.get(name="Dora")


def close(player: User, lasts: timedelta | None = None) -> None:
    impose(player, Sanction.Kind.CLOSED, "cheating", lasts=lasts)
    ban(player)


def is_refused(sub: str, provider: str = "school") -> bool:
    browser = Client()
    answer = sign_in(browser, sub, provider)
    assert "_auth_user_id" not in browser.session
    return answer.status_code == 403 and browser.get("/sign-up/name/").status_code == 302


def test_the_same_account_leads_to_the_decision(school: School, dora: User) -> None:
    close(dora)
    answer = sign_in(Client(), "d1")
    assert answer["Location"].startswith("/my/decisions/") or "decisions" in answer["Location"]


def test_a_ban_without_a_decision_says_that_the_account_is_closed(
    school: School, dora: User
) -> None:
    ban(dora)
    assert is_refused("d1")
    unban(dora)
    assert sign_in(Client(), "d1").status_code == 302


def test_a_second_account_with_the_same_address_is_refused(school: School, dora: User) -> None:
    close(dora)
    school.person("d2", nickname="Doris", email=MAIL.upper(), email_verified=True)
    assert is_refused("d2")


def test_a_second_provider_is_refused(school: School, dora: User, settings: Settings) -> None:
    close(dora)
    with running_school() as club:
        settings.OIDC = settings.OIDC | {"club": club.settings(NAME="Club")}
        club.person("other", nickname="Doris", email=MAIL, email_verified=True)
        assert is_refused("other", "club")


def test_an_address_that_nobody_confirmed_bars_nobody(school: School, alice: User) -> None:
    """Else anybody could have others locked out."""
    User.objects.filter(pk=alice.pk).update(email=MAIL)
    close(alice)
    school.person("d1", nickname="Dora", email=MAIL, email_verified=True)
    assert sign_in(Client(), "d1")["Location"] == "/sign-up/name/"


def test_an_address_that_the_provider_has_not_confirmed_bars_nobody(
    school: School, dora: User
) -> None:
    close(dora)
    for verified in (False, "true", None):
        school.person("d2", nickname="Doris", email=MAIL, email_verified=verified)
        assert sign_in(Client(), "d2")["Location"] == "/sign-up/name/"


def test_a_closed_account_with_a_password_bars_its_confirmed_address(
    school: School, alice: User
) -> None:
    NotificationChoice.objects.create(player=alice, confirmed=alice.email)
    close(alice)
    school.person("a1", nickname="Anna", email=alice.email, email_verified=True)
    assert is_refused("a1")


def test_deleting_a_closed_account_opens_no_way_back(school: School, dora: User) -> None:
    close(dora)
    delete_player(dora)
    assert not ProviderLink.objects.exists()
    assert MAIL not in str(list(BarredIdentity.objects.values()))
    assert is_refused("d1")
    school.person("d2", nickname="Doris", email=MAIL, email_verified=True)
    assert is_refused("d2")


def test_somebody_who_deleted_their_account_may_come_back(school: School, dora: User) -> None:
    delete_player(dora)
    assert not BarredIdentity.objects.exists()
    assert sign_in(Client(), "d1")["Location"] == "/sign-up/name/"


def test_the_bar_ends_with_the_decision(school: School, dora: User, clock: FakeClock) -> None:
    close(dora, timedelta(days=7))
    delete_player(dora)
    assert is_refused("d1")
    clock.advance(7 * 86_400 + 1)
    assert sign_in(Client(), "d1")["Location"] == "/sign-up/name/"
    forget_bars(utc_now())
    assert not BarredIdentity.objects.exists()


def test_somebody_barred_is_refused_at_the_last_step(school: School, dora: User) -> None:
    """The account is closed while they think about their name."""
    school.person("d2", nickname="Doris", email=MAIL, email_verified=True)
    browser = Client()
    sign_in(browser, "d2")
    close(dora)
    answer = browser.post("/sign-up/name/", {"name": "Doris", "email": ""})
    assert answer.status_code == 403
    assert not User.objects.filter(name="Doris").exists()


# Who may sign up at all


def test_it_needs_an_invitation_where_all_do(school: School, settings: Settings) -> None:
    settings.INVITE_ONLY = True
    school.person("d1", nickname="Dora")
    answer = sign_in(Client(), "d1")
    assert answer.status_code == 403
    assert "need an invitation" in answer.content.decode()
    assert not ProviderLink.objects.exists()


def test_an_invitation_lasts_until_the_provider_answers(
    school: School, settings: Settings, alice: User
) -> None:
    settings.INVITE_ONLY = True
    room = open_room(alice)
    school.person("d1", nickname="Dora")
    browser = Client()
    assert sign_in(browser, "d1", next=f"/r/{room.code}/")["Location"] == "/sign-up/name/"
    answer = browser.post("/sign-up/name/", {"name": "Dora", "email": ""})
    assert answer["Location"] == f"/r/{room.code}/"


def test_a_guest_who_was_invited_needs_no_second_invitation(
    school: School, settings: Settings, signed_in: As
) -> None:
    gus = person("Gus")
    browser = signed_in(gus)
    settings.INVITE_ONLY = True
    assert sign_in(browser, "d1")["Location"] == "/sign-up/name/"
    assert browser.post("/sign-up/name/", {"name": "Gus", "email": ""}).status_code == 302
    assert not User.objects.get(pk=gus.pk).is_guest
    settings.SIGN_UP = False
    other = signed_in(person("Gil"))
    assert sign_in(other, "d2").status_code == 403


def test_nobody_signs_up_where_sign_up_is_closed(
    school: School, settings: Settings, dora: User
) -> None:
    settings.SIGN_UP = False
    school.person("d2", nickname="Doris")
    assert sign_in(Client(), "d2").status_code == 403
    assert sign_in(Client(), "d1")["Location"] == "/"
