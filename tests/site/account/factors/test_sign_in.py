"""An account with an app: the password alone signs nobody in, and staff need a second factor."""

import base64
import re
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Authenticator, RecoveryCode, User
from games.site.account.factors import authenticators
from games.site.account.membership.mail import send_next_mail
from games.site.account.notifications.choices import confirm_address
from tests.fixtures import As
from tests.support.clock import FakeClock
from tests.support.people import PASSWORD

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

SECRET = re.compile(r"<code>([A-Z2-7 ]+)</code>")
RECOVERY = re.compile(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>")


def secret_of(key: str) -> bytes:
    text = key.replace(" ", "")
    return base64.b32decode(text + "=" * (-len(text) % 8))


def code_of(key: str, clock: FakeClock) -> str:
    """What an app shows now, from the key that a person typed: with Python's base64 alone."""
    return authenticators.code_at(secret_of(key), clock.now_ms() // 30_000)


def set_up(browser: Client, clock: FakeClock) -> tuple[str, list[str]]:
    """Turn the app on; return its key and the recovery codes."""
    begun = browser.post("/settings/second-factor/", {"do": "begin", "password": PASSWORD})
    key = SECRET.findall(begun.content.decode())[0]
    asked = {"do": "confirm", "code": code_of(key, clock)}
    codes = RECOVERY.findall(browser.post("/settings/second-factor/", asked).content.decode())
    assert len(codes) == 10
    return key, codes


def begin(client: Client) -> None:
    answer = client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    assert answer["Location"] == "/sign-in/code/"


def is_signed_in(client: Client) -> bool:
    return client.get("/games/").status_code == 200


def test_the_password_alone_signs_nobody_in(
    alice: User, signed_in: As, client: Client, clock: FakeClock
) -> None:
    key, codes = set_up(signed_in(alice), clock)
    begin(client)
    for path in ("/games/", "/settings/privacy/", "/account/export/", "/settings/second-factor/"):
        assert client.get(path)["Location"].startswith("/sign-in/")
    assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 422
    clock.advance(60)
    assert client.post("/sign-in/code/", {"code": code_of(key, clock)})["Location"] == "/"
    assert is_signed_in(client)
    # The same code never works again; a recovery code works once.
    for code, works in ((code_of(key, clock), False), (codes[0], True), (codes[0], False)):
        other = Client()
        begin(other)
        other.post("/sign-in/code/", {"code": code})
        assert is_signed_in(other) == works, code
    assert RecoveryCode.objects.count() == 9


def test_guesses_are_limited(alice: User, signed_in: As, client: Client, clock: FakeClock) -> None:
    set_up(signed_in(alice), clock)
    begin(client)
    answers = [client.post("/sign-in/code/", {"code": f"{n:06}"}).status_code for n in range(12)]
    assert answers[-1] == 429
    assert not is_signed_in(client)


def test_a_pending_sign_in_ends_with_time_and_with_a_new_password(
    alice: User, signed_in: As, client: Client, clock: FakeClock
) -> None:
    _, codes = set_up(signed_in(alice), clock)
    begin(client)
    clock.advance(601)
    assert client.post("/sign-in/code/", {"code": codes[0]})["Location"] == "/sign-in/"
    begin(client)
    user = User.objects.get(pk=alice.pk)
    user.set_password("another long one 1")
    user.save()
    assert client.post("/sign-in/code/", {"code": codes[0]})["Location"] == "/sign-in/"
    assert not is_signed_in(client)


def test_the_secret_is_encrypted_and_codes_are_hashed(
    alice: User, signed_in: As, clock: FakeClock
) -> None:
    key, codes = set_up(signed_in(alice), clock)
    secret = secret_of(key)
    assert secret not in bytes(Authenticator.objects.get().secret)
    stored = str(list(RecoveryCode.objects.values_list("hash", flat=True)))
    assert not [code for code in codes if code.replace("-", "") in stored]


def test_turning_it_off_needs_the_password_and_a_code(
    alice: User, signed_in: As, clock: FakeClock
) -> None:
    browser = signed_in(alice)
    _, codes = set_up(browser, clock)
    path = "/settings/second-factor/"
    for password, code in ((PASSWORD, "000000"), ("wrong", codes[0])):
        asked = {"do": "remove", "password": password, "code": code}
        assert browser.post(path, asked).status_code == 422
    assert Authenticator.objects.exists()
    browser.post(path, {"do": "remove", "password": PASSWORD, "code": codes[0]})
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("path", ["/desk/", "/admin/"])
def test_staff_pass_a_second_factor_first(
    alice: User, client: Client, clock: FakeClock, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    gate = f"/settings/second-factor/?next={quote(path, safe='')}"
    first = client.get(path, follow=True)
    assert first.redirect_chain[-1][0] == gate
    assert "The desk and the admin open with a second factor." in first.content.decode()
    call_command("add_second_factor", "Alice")
    out = capsys.readouterr().out
    told = client.get(path, follow=True)
    assert told.redirect_chain[-1][0] == gate
    assert "The page you asked for opens as soon as" in told.content.decode()
    assert f'name="next" value="{path}"' in told.content.decode()
    code = out.split("Recovery codes: ")[1].split(",")[0]
    wrong = {"do": "pass", "code": "000000", "next": path}
    assert f'name="next" value="{path}"' in client.post(gate, wrong).content.decode()
    shown = client.post("/settings/second-factor/", {"do": "pass", "code": code, "next": path})
    assert shown["Location"] == path
    assert client.get(path).status_code == 200
    assert f'href="{path}"' in client.get(gate).content.decode()


@pytest.mark.parametrize("path", ["/desk/audit/", "/desk/?page=2", "/admin/games/room/"])
def test_they_come_back_to_the_very_page(alice: User, client: Client, path: str) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    last = client.get(path, follow=True).redirect_chain[-1][0]
    assert last == f"/settings/second-factor/?next={quote(path, safe='')}"


def test_it_leads_nobody_to_another_site(alice: User, client: Client) -> None:
    client.post("/sign-in/", {"name": "Alice", "password": PASSWORD})
    page = client.get("/settings/second-factor/?next=https://evil.example/").content.decode()
    assert "evil.example" not in page
    assert "The page you asked for" not in page


def test_a_new_device_is_told_by_mail_once(
    alice: User, client: Client, mailoutbox: list[object]
) -> None:
    assert confirm_address(alice.pk, alice.email)
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    for _ in range(2):
        client.post(
            "/sign-in/", {"name": "Alice", "password": PASSWORD}, headers={"User-Agent": agent}
        )
        client.post("/sign-out/")
        send_next_mail()
    (mail,) = mailoutbox
    assert mail.to == ["alice@example.com"]  # type: ignore[attr-defined]
    assert "Firefox, Linux" in mail.body  # type: ignore[attr-defined]
