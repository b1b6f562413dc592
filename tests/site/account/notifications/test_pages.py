"""Pages about notifications: subscriptions, choices, and the links in mail."""

import json
import re
import time

import pytest
from django.core import mail, signing
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Notice, NotificationChoice, PushSubscription, User
from games.people.accounts.players import create_account, create_guest
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from games.site.account.membership.mail import send_next_mail
from games.site.account.membership.signing_in import merge_guest
from games.site.account.notifications.choices import (
    CONFIRM_WITHIN,
    KINDS,
    STOP,
    Wanted,
    choice_of,
    choose_notices,
    confirm_address,
    confirm_link,
    is_confirmed,
    stop_link,
    wanted,
)
from games.site.account.notifications.subscriptions import MAX_SUBSCRIPTIONS
from games.site.account.notifications.web_push import new_key
from tests.fixtures import As
from tests.site.account.notifications.browser import PushBrowser
from tests.support.clock import FakeClock

pytestmark = pytest.mark.registered

ALL = frozenset(KINDS)


@pytest.fixture(autouse=True)
def _push_is_on(settings: Settings) -> None:
    settings.VAPID_KEY = new_key()


def send(client: Client, browser: PushBrowser) -> int:
    text = json.dumps(browser.subscription)
    return client.post("/notifications/subscribe", {"subscription": text}).status_code


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def choices_of(player: User) -> Wanted:
    return wanted(choice_of(player))


# --- Browsers -------------------------------------------------------------------------------


def test_it_stores_a_browser_with_the_language_of_its_page(signed_in: As, alice: User) -> None:
    client = signed_in(alice)
    client.cookies["language"] = "de"
    browser = PushBrowser()
    for _ in range(2):
        assert send(client, browser) == 200
    stored = PushSubscription.objects.get()
    assert (stored.player, stored.endpoint, stored.language) == (alice, browser.endpoint, "de")


def test_it_stores_keys_without_what_decoders_skip(signed_in: As, alice: User) -> None:
    browser = PushBrowser()
    keys = {name: f"\0{key}{'!' * 199}" for name, key in browser.subscription["keys"].items()}
    text = json.dumps({**browser.subscription, "keys": keys})
    answer = signed_in(alice).post("/notifications/subscribe", {"subscription": text})
    assert answer.status_code == 200
    stored = PushSubscription.objects.get()
    assert {"p256dh": stored.key, "auth": stored.auth} == browser.subscription["keys"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps(PushBrowser("http://push.example.net/").subscription),
        json.dumps(PushBrowser("https://10.0.0.1:22/").subscription),
        json.dumps({**PushBrowser().subscription, "keys": {"p256dh": "BAAA", "auth": "AAAA"}}),
        json.dumps({**PushBrowser().subscription, "x": "x" * 2000}),
    ],
)
def test_it_refuses_what_is_no_subscription(signed_in: As, alice: User, text: str) -> None:
    answer = signed_in(alice).post("/notifications/subscribe", {"subscription": text})
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert not PushSubscription.objects.exists()


def test_it_needs_a_player_and_a_form_of_ours(outsider: Client, alice: User) -> None:
    text = json.dumps(PushBrowser().subscription)
    assert outsider.post("/notifications/subscribe", {"subscription": text}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    answer = strict.post("/notifications/subscribe", {"subscription": text})
    assert answer.status_code == 403
    assert not PushSubscription.objects.exists()


def test_it_keeps_the_newest_browsers_of_a_player(
    signed_in: As, alice: User, clock: FakeClock
) -> None:
    client = signed_in(alice)
    for number in range(MAX_SUBSCRIPTIONS + 2):
        clock.advance(60)
        assert send(client, PushBrowser(f"https://push.example.net/{number}")) == 200
    kept = PushSubscription.objects.order_by("pk").values_list("endpoint", flat=True)
    expected = range(2, MAX_SUBSCRIPTIONS + 2)
    assert list(kept) == [f"https://push.example.net/{number}" for number in expected]


def test_a_browser_belongs_to_who_used_it_last(signed_in: As, alice: User, bob: User) -> None:
    browser = PushBrowser()
    assert send(signed_in(alice), browser) == send(signed_in(bob), browser) == 200
    assert PushSubscription.objects.get().player == bob


def test_it_forgets_a_browser_only_for_its_player(signed_in: As, alice: User, bob: User) -> None:
    browser = PushBrowser()
    send(signed_in(alice), browser)
    fields = {"endpoint": browser.endpoint}
    signed_in(bob).post("/notifications/unsubscribe", fields)
    assert PushSubscription.objects.exists()
    signed_in(alice).post("/notifications/unsubscribe", fields)
    assert not PushSubscription.objects.exists()


def test_pages_have_the_key_only_where_push_is_on(
    signed_in: As, alice: User, settings: Settings
) -> None:
    assert "data-push-key=" in signed_in(alice).get("/rules/").content.decode()
    settings.VAPID_KEY = ""
    text = signed_in(alice).get("/settings/notices/").content.decode()
    assert "data-push-key=" not in text
    assert 'name="mail"' in text
    assert 'name="turn"' in text


# --- What a player wants --------------------------------------------------------------------


def checked(client: Client) -> dict[str, str]:
    """Return what the page of notices has checked, by name."""
    text = client.get("/settings/notices/").content.decode()
    boxes = re.findall(r'name="(\w+)"(?: value="(\w+)")? checked>', text)
    return dict(boxes)


def test_a_player_is_told_everything_and_without_mail_by_default(
    signed_in: As, alice: User
) -> None:
    on = dict.fromkeys(KINDS, "")
    assert checked(signed_in(alice)) == {**on, "mail": "never"}


def test_a_guest_has_no_mail(signed_in: As, guest: User, settings: Settings) -> None:
    client = signed_in(guest)
    text = client.get("/settings/notices/").content.decode()
    assert 'name="mail"' not in text
    assert 'name="challenge" value="on"' in text  # which they may want once they have an account
    client.post("/notifications/save", {"over": "on", "mail": "always"})
    assert choices_of(guest) == Wanted(frozenset(["over"]), "never")
    settings.VAPID_KEY = ""
    assert 'name="over"' not in client.get("/settings/notices/").content.decode()


def test_nobody_without_an_address_gets_mail(signed_in: As, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(email="")
    client = signed_in(alice)
    assert "add yours" in client.get("/settings/notices/").content.decode()
    client.post("/notifications/save", {"turn": "on", "mail": "always"})
    assert choices_of(alice) == Wanted(frozenset(["turn"]), "never")


@pytest.mark.parametrize(
    ("mail_when", "has_browser", "kinds", "expected"),
    [
        ("never", False, ALL, "You get nothing yet."),
        ("never", True, ALL, "You get a notification."),
        ("instead", False, ALL, "You get an email."),
        ("instead", True, ALL, "You get a notification."),
        ("always", True, ALL, "You get a notification and an email."),
        ("always", True, frozenset(), "You get nothing yet."),
    ],
)
def test_it_says_how_the_player_is_told(
    signed_in: As,
    alice: User,
    mail_when: str,
    has_browser: bool,
    kinds: frozenset[str],
    expected: str,
) -> None:
    choose_notices(alice, Wanted(kinds, mail_when))
    assert confirm_address(alice.pk, alice.email)
    client = signed_in(alice)
    if has_browser:
        send(client, PushBrowser())
    assert f">{expected}<" in client.get("/settings/notices/").content.decode()


def test_mail_to_an_address_that_is_not_confirmed_tells_nobody(signed_in: As, alice: User) -> None:
    choose_notices(alice, Wanted(ALL, "always"))
    browser = PushBrowser()
    client = signed_in(alice)
    assert "You get nothing yet" in client.get("/settings/notices/").content.decode()
    text = json.dumps(browser.subscription)
    answer = client.post("/notifications/subscribe", {"subscription": text})
    assert answer.json() == {"told": "You get a notification."}
    answer = client.post("/notifications/unsubscribe", {"endpoint": browser.endpoint})
    assert answer.json() == {"told": "You get nothing yet."}


def test_who_wants_mail_confirms_their_address_first(signed_in: As, alice: User) -> None:
    client = signed_in(alice)
    client.post("/notifications/save", {"turn": "on", "mail": "always"})
    assert choices_of(alice) == Wanted(frozenset(["turn"]), "always")
    assert not is_confirmed(alice, choice_of(alice))
    assert "not confirmed yet" in client.get("/settings/notices/").content.decode()
    assert send_next_mail()
    [message] = mail.outbox
    assert message.to == ["alice@example.com"]
    (path,) = re.findall(r"http://[^/]+(/notifications/confirm/\S+)", str(message.body))
    # Programs that look at all links confirm nothing.
    assert "Confirm your address" in Client().get(path).content.decode()
    assert not is_confirmed(alice, choice_of(alice))
    assert "is confirmed" in Client().post(path).content.decode()
    assert is_confirmed(alice, choice_of(alice))
    client.post("/notifications/save", {"turn": "on", "mail": "instead"})
    assert not send_next_mail()
    assert "not confirmed yet" not in client.get("/settings/notices/").content.decode()


def test_another_address_must_be_confirmed_again(alice: User, clock: FakeClock) -> None:
    path = path_of(confirm_link(alice.pk, alice.email))
    User.objects.filter(pk=alice.pk).update(email="other@example.com")
    assert "has changed" in Client().post(path).content.decode()
    assert not NotificationChoice.objects.exists()


def test_mails_to_confirm_are_limited(signed_in: As, alice: User) -> None:
    client = signed_in(alice)
    answers = [
        client.post("/notifications/save", {"turn": "on", "mail": "instead"}) for _ in range(6)
    ]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]


def test_mails_to_an_address_are_limited_however_many_accounts_have_it(
    transactional_db: None, signed_in: As
) -> None:
    # The oldest account with an address is not refused because of the others, and its link comes
    # first: it asked first.
    names = [f"Account {letter}" for letter in "abcdefg"]
    people = [create_account(name, "red sails", "bob@example.com") for name in names]
    answers = [
        signed_in(each).post("/notifications/save", {"turn": "on", "mail": "instead"}).status_code
        for each in people
    ]
    assert answers == [302] * 6 + [429]
    while send_next_mail():
        pass
    (message,) = mail.outbox
    assert re.findall("Account .", str(message.body)) == ["Account a", "Account g", "Account f"]


# --- Links in mail --------------------------------------------------------------------------


@pytest.fixture
def mailed(alice: User) -> str:
    """Alice wants mail; the path of the link in one."""
    choose_notices(alice, Wanted(ALL, "instead"))
    assert confirm_address(alice.pk, alice.email)
    return path_of(stop_link(alice.pk))


def test_a_link_ends_mail_without_signing_in(mailed: str, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert "Stop these emails" in strict.get(mailed).content.decode()
    assert choices_of(alice).mail == "instead"  # programs that look at links end nothing
    # What mail programs send: RFC 8058, section 3.1
    answer = strict.post(mailed, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert choices_of(alice) == Wanted(ALL, "never")


def test_a_link_of_an_older_mail_works(mailed: str, alice: User) -> None:
    token = signing.dumps([alice.pk, "turn"], salt=STOP)
    assert Client().post(f"/notifications/stop/{token}/").status_code == 200
    assert choices_of(alice) == Wanted(ALL, "never")


def test_a_link_works_after_years(
    mailed: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = 10 * 365 * 24 * 3600
    now = time.time
    monkeypatch.setattr("django.core.signing.time.time", lambda: now() + later)
    assert Client().post(mailed).status_code == 200
    assert choices_of(alice).mail == "never"


def test_a_link_to_confirm_does_not(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    path = path_of(confirm_link(alice.pk, alice.email))
    later = CONFIRM_WITHIN.total_seconds() + 60
    now = time.time
    monkeypatch.setattr("django.core.signing.time.time", lambda: now() + later)
    assert Client().post(path).status_code == 404
    assert not is_confirmed(alice, choice_of(alice))


@pytest.mark.parametrize("kind", ["confirm", "stop"])
def test_a_changed_link_does_nothing(mailed: str, alice: User, kind: str) -> None:
    for token in ("x", path_of(stop_link(alice.pk)).split("/")[-2] + "x"):
        assert Client().post(f"/notifications/{kind}/{token}/").status_code == 404
    # A link for one purpose has no other one.
    other = path_of(confirm_link(alice.pk, "turn")).split("/")[-2]
    assert Client().post(f"/notifications/stop/{other}/").status_code == 404
    assert choices_of(alice).mail == "instead"


# --- A player's data ------------------------------------------------------------------------


def notice(player: User, clock: FakeClock) -> None:
    now = clock.utc_now()
    Notice.objects.create(
        player=player,
        kind="turn",
        subject="x",
        target=0,
        facts="{}",
        created_at=now,
        expires_at=now,
    )


def test_what_is_stored_is_exported(signed_in: As, alice: User, clock: FakeClock) -> None:
    send(signed_in(alice), PushBrowser())
    choose_notices(alice, Wanted(ALL, "always"))
    notice(alice, clock)
    found = export(alice)["notifications"]
    assert found["choices"] == {**dict.fromkeys(ALL, True), "mail": "always", "confirmed": ""}
    assert [each["endpoint"] for each in found["browsers"]] == ["https://push.example.net/send/abc"]
    assert [each["kind"] for each in found["notices"]] == ["turn"]


def test_what_is_stored_goes_with_the_account(signed_in: As, alice: User, clock: FakeClock) -> None:
    send(signed_in(alice), PushBrowser())
    choose_notices(alice, Wanted(ALL, "always"))
    notice(alice, clock)
    delete_player(alice)
    for model in (PushSubscription, NotificationChoice, Notice):
        assert not model.objects.exists()


def test_the_browsers_of_a_guest_come_along_into_the_account(
    signed_in: As, guest: User, alice: User
) -> None:
    send(signed_in(guest), PushBrowser())
    choose_notices(guest, Wanted(frozenset(["over"]), "never"))
    merge_guest(guest, alice)
    assert PushSubscription.objects.get().player == alice
    assert choices_of(alice).kinds == {"over"}


def test_the_choice_of_an_account_stays(guest: User, alice: User) -> None:
    choose_notices(guest, Wanted(frozenset(["over"]), "never"))
    choose_notices(alice, Wanted(frozenset(["turn"]), "never"))
    merge_guest(guest, alice)
    assert choices_of(alice).kinds == {"turn"}


def test_a_merged_account_keeps_the_newest_browsers(
    signed_in: As, alice: User, clock: FakeClock
) -> None:
    guest = create_guest("Gina")
    for player in (alice, guest):
        for number in range(MAX_SUBSCRIPTIONS):
            clock.advance(1)
            send(signed_in(player), PushBrowser(f"https://push.example.net/{player.pk}/{number}"))
    merge_guest(guest, alice)
    kept = PushSubscription.objects.filter(player=alice)
    assert kept.count() == MAX_SUBSCRIPTIONS
    assert all(f"/{guest.pk}/" in each.endpoint for each in kept)
