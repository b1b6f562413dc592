"""The account page: name, mail address, password."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.models import PushSubscription, Room, User
from games.tables.rooms import seating
from tests.fixtures import As, OpenRoom
from tests.site.account.notifications.browser import PushBrowser
from tests.site.account.notifications.subscribers import subscribed
from tests.support.people import PASSWORD

pytestmark = pytest.mark.registered

PAGES = [
    "/settings/notices/",
    "/settings/privacy/",
    "/account/export/",
    "/account/delete/",
    "/account/keep/",
    "/games/",
]
WRITES = [
    *("/account/name/", "/account/email/", "/account/password/"),
    "/account/sessions/end/",
]
NEW = "blue sails at dusk"


@pytest.mark.parametrize("path", PAGES)
def test_it_asks_an_outsider_to_sign_in(outsider: Client, path: str) -> None:
    assert outsider.get(path)["Location"] == f"/sign-in/?next={path}"


@pytest.mark.parametrize("path", WRITES)
def test_it_writes_only_on_post_and_only_when_signed_in(
    outsider: Client, alice: User, signed_in: As, path: str
) -> None:
    assert outsider.post(path)["Location"].startswith("/sign-in/")
    assert signed_in(alice).get(path).status_code == 405


@pytest.mark.parametrize("path", [*WRITES, "/account/delete/", "/account/keep/"])
def test_it_needs_the_csrf_token(alice: User, path: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post(path, {"current": PASSWORD, "new": NEW, "name": "Eve"})
    assert answer.status_code == 403
    assert "out of date" in answer.content.decode()


def test_it_changes_the_name_and_the_name_to_sign_in_with(alice: User, signed_in: As) -> None:
    assert signed_in(alice).post("/account/name/", {"name": "Alicia"}).status_code == 302
    assert Client().post("/sign-in/", {"name": "alicia", "password": PASSWORD}).status_code == 302
    assert Client().post("/sign-in/", {"name": "Alice", "password": PASSWORD}).status_code == 422


def test_it_lets_an_account_change_the_letter_case_of_its_own_name(
    alice: User, signed_in: As
) -> None:
    signed_in(alice).post("/account/name/", {"name": "ALICE"})
    alice.refresh_from_db()
    assert (alice.name, alice.username) == ("ALICE", "alice")


def test_it_refuses_the_name_of_another(alice: User, bob: User, signed_in: As) -> None:
    answer = signed_in(alice).post("/account/name/", {"name": "bob"})
    assert answer.status_code == 422
    assert "This name is taken." in answer.content.decode()
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_it_lets_guests_share_a_name(guest: User, outsider: Client, signed_in: As) -> None:
    assert outsider.post("/guest/", {"name": "Zoe"}).status_code == 200
    signed_in(guest).post("/account/name/", {"name": "Zoe"})
    guest.refresh_from_db()
    assert guest.name == "Zoe"


@pytest.mark.parametrize("name", ["Bob", "B0b", "bob"])
def test_it_lets_no_guest_have_the_name_of_an_account(
    guest: User, bob: User, signed_in: As, name: str
) -> None:
    answer = signed_in(guest).post("/account/name/", {"name": name})
    assert answer.status_code == 422
    guest.refresh_from_db()
    assert guest.name == "Gus"


def test_it_counts_a_new_name_as_a_change_of_the_players_rooms(
    alice: User, bob: User, signed_in: As, new_room: OpenRoom
) -> None:
    here, elsewhere = new_room(alice), new_room(bob)
    seating.sit(here.pk, alice.pk, None, None)
    seating.sit(elsewhere.pk, bob.pk, None, None)
    before = dict(Room.objects.values_list("pk", "rev"))
    signed_in(alice).post("/account/name/", {"name": "Alicia"})
    after = dict(Room.objects.values_list("pk", "rev"))
    assert after == {here.pk: before[here.pk] + 1, elsewhere.pk: before[elsewhere.pk]}


def test_it_limits_how_often_one_changes_names(
    alice: User, signed_in: As, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "rename": (1, 3600)}
    browser = signed_in(alice)
    answers = [browser.post("/account/name/", {"name": name}) for name in ("Ann", "Anna")]
    assert [answer.status_code for answer in answers] == [302, 429]


@pytest.mark.parametrize("email", ["new@example.com", ""])
def test_it_sets_or_removes_the_mail_address(alice: User, signed_in: As, email: str) -> None:
    form = {"email": email, "current": PASSWORD}
    assert signed_in(alice).post("/account/email/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.email == email


def test_it_changes_no_address_without_the_password(alice: User, signed_in: As) -> None:
    form = {"email": "mallory@example.com", "current": "wrong"}
    answer = signed_in(alice).post("/account/email/", form)
    assert answer.status_code == 422
    assert "Wrong password." in answer.content.decode()
    alice.refresh_from_db()
    assert alice.email == "alice@example.com"


def test_it_changes_the_password_and_ends_the_other_sessions(alice: User, signed_in: As) -> None:
    here, elsewhere = signed_in(alice), signed_in(alice)
    form = {"current": PASSWORD, "new": NEW}
    assert here.post("/account/password/", form).status_code == 302
    assert here.get("/settings/privacy/").status_code == 200
    assert elsewhere.get("/settings/privacy/").status_code == 302
    assert Client().post("/sign-in/", {"name": "alice", "password": NEW}).status_code == 302


def test_it_signs_out_everywhere_else_and_keeps_the_password(
    alice: User, bob: User, signed_in: As
) -> None:
    here, elsewhere, other = signed_in(alice), signed_in(alice), signed_in(bob)
    answer = here.post("/account/sessions/end/", {"current": PASSWORD}, follow=True)
    assert "All other devices are signed out." in answer.content.decode()
    assert here.get("/settings/privacy/").status_code == 200
    assert elsewhere.get("/settings/privacy/").status_code == 302
    assert other.get("/settings/privacy/").status_code == 200
    assert Client().post("/sign-in/", {"name": "alice", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/account/password/", {"current": PASSWORD, "new": NEW}),
        ("/account/sessions/end/", {"current": PASSWORD}),
    ],
)
def test_devices_that_are_signed_out_get_no_notifications(
    alice: User, bob: User, signed_in: As, path: str, form: dict[str, str]
) -> None:
    subscribed(alice, PushBrowser("https://push.example.net/lost"))
    kept = subscribed(bob, PushBrowser("https://push.example.net/bob"))
    assert signed_in(alice).post(path, form).status_code == 302
    assert PushSubscription.objects.get() == kept


def test_it_signs_nobody_out_without_the_password(alice: User, guest: User, signed_in: As) -> None:
    here, elsewhere = signed_in(alice), signed_in(alice)
    for given in ("", "wrong"):
        answer = here.post("/account/sessions/end/", {"current": given})
        assert answer.status_code == 422
        assert "current" in answer.context["sessions_form"].errors
    assert elsewhere.get("/settings/privacy/").status_code == 200
    browser = signed_in(guest)
    assert "Sign out everywhere else" not in browser.get("/settings/").content.decode()
    assert browser.post("/account/sessions/end/", {"current": "!"}).status_code == 422
    assert browser.get("/settings/privacy/").status_code == 200


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"current": "wrong", "new": NEW}, "current"),
        ({"current": PASSWORD, "new": "alice"}, "new"),
        ({"current": PASSWORD, "new": ""}, "new"),
    ],
)
def test_it_says_what_is_wrong_with_the_password(
    alice: User, signed_in: As, form: dict[str, str], field: str
) -> None:
    answer = signed_in(alice).post("/account/password/", form)
    assert answer.status_code == 422
    assert field in answer.context["password_form"].errors
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_it_counts_guesses_at_the_password(alice: User, signed_in: As, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-in": (2, 900)}
    browser = signed_in(alice)
    for _ in range(2):
        browser.post("/account/email/", {"current": "wrong"})
    answer = browser.post("/account/password/", {"current": PASSWORD, "new": NEW})
    assert answer.status_code == 429
    assert "Please wait" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_it_gives_a_guest_no_way_to_set_an_address_or_a_password(
    guest: User, signed_in: As
) -> None:
    browser = signed_in(guest)
    browser.post("/account/email/", {"email": "x@example.com", "current": ""})
    browser.post("/account/password/", {"current": "", "new": NEW})
    browser.post("/account/password/", {"current": "!", "new": NEW})
    browser.post("/account/sessions/end/", {"current": "!"})
    guest.refresh_from_db()
    assert guest.email == ""
    assert not guest.has_usable_password()


def test_it_asks_the_database_for_session_and_player_only(
    alice: User, signed_in: As, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(alice)
    with django_assert_num_queries(2):
        browser.get("/settings/privacy/")
