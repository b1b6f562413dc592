"""A thief who knows the password, or has a session for a minute, and wants a second factor of their
own; and doors that a password alone must not open.
"""

import re
import time
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Authenticator as App
from games.models import Passkey, RecoveryCode, User
from games.people.accounts.tokens import begin_session
from games.site.account.factors import authenticators
from tests.fixtures import As
from tests.site.account.factors.people import (
    KEY,
    PAGE,
    PASSKEYS,
    Factors,
    add_passkey,
    code_now,
    knows_password,
    post,
    show_passkey,
)
from tests.support.clock import FakeClock
from tests.support.people import BACKEND, PASSWORD, passes_second_factor, registered
from tests.system.attack.authenticator import Authenticator

pytestmark = [pytest.mark.registered, pytest.mark.django_db]

RIGHTS = [
    {"desk_role": "helper"},
    {"desk_role": "moderator"},
    {"is_staff": True},
    {"is_superuser": True},
    {"is_staff": True, "is_superuser": True},
]
"""Who works for the site, in each way that there is."""


@pytest.fixture(params=RIGHTS, ids=" ".join)
def staff(request: pytest.FixtureRequest, alice: User) -> User:
    """Alice, who works for the site."""
    User.objects.filter(pk=alice.pk).update(**request.param)
    return User.objects.get(pk=alice.pk)


def signs_in(name: str = "Alice") -> Client:
    """A browser in which somebody has typed the right password."""
    client = Client(headers={"x-test": "1"})
    post(client, "/sign-in/", name=name, password=PASSWORD)
    return client


def session_of(player: User) -> Client:
    """A browser with a session that has shown nothing, as from before the factors."""
    client = Client(headers={"x-test": "1"})
    client.force_login(player, backend=BACKEND)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/settings/privacy/", secure=True).status_code == 200


def is_in(client: Client) -> bool:
    """Whether the desk or the admin opens."""
    paths = ("/desk/", "/admin/")
    return 200 in [client.get(path, secure=True).status_code for path in paths]


def steal_by_app(client: Client) -> None:
    """Set up an app, by whatever page shows a key."""
    pages = [client.get(PAGE, secure=True), knows_password(client, PAGE, do="begin")]
    keys = [key for page in pages for key in KEY.findall(page.content.decode())]
    for key in [*keys, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"]:
        code = code_now(totp_secret(key))
        knows_password(client, PAGE, do="confirm", code=code)


def totp_secret(key: str) -> bytes:
    """The secret that a key stands for (RFC 4648), read naively."""
    bits = "".join(f"{ALPHABET.index(letter):05b}" for letter in key.replace(" ", ""))
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) // 8 * 8, 8))


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def steal_by_passkey(client: Client) -> None:
    """Add a passkey, with options of every kind."""
    for path in (f"{PASSKEYS}/options", "/sign-in/passkey/options"):
        options = post(client, path)
        if options.status_code == 200:
            answer = Authenticator().register(options.json())
            knows_password(client, f"{PASSKEYS}/add", answer=answer, name="Mine")


def steal_by_codes(client: Client) -> None:
    """Ask for recovery codes."""
    knows_password(client, PAGE, do="codes")
    knows_password(client, PAGE, do="ask")


def remove_all(client: Client) -> None:
    knows_password(client, PAGE, do="remove")
    knows_password(client, PAGE, do="ask-no-longer")
    for passkey in Passkey.objects.all():
        knows_password(client, f"{PASSKEYS}/{passkey.pk}/remove")


def show_anothers(client: Client) -> None:
    """Show a passkey of another account, and the key of nobody."""
    key = Authenticator()
    add_passkey(User.objects.get(name="Bob"), key)
    show_passkey(client, key)
    show_passkey(client, Authenticator())
    Passkey.objects.filter(player__name="Bob").delete()


THEFTS: list[Callable[[Client], None]] = [
    *(steal_by_app, steal_by_passkey, steal_by_codes, remove_all, show_anothers)
]
OWNED = ["app codes", "passkey", "app passkey codes", "codes", ""]


def factors_of(player: User) -> object:
    rows = User.objects.filter(pk=player.pk).values_list("factor_rev", "asks_passkey")
    app = App.objects.values_list("player", "secret")
    return [
        *rows,
        *app,
        *Passkey.objects.values_list("pk", "player"),
        *RecoveryCode.objects.order_by("pk").values_list(),
    ]


@pytest.mark.parametrize("kinds", OWNED)
def test_the_password_of_staff_opens_nothing(
    staff: User, bob: User, clock: FakeClock, kinds: str
) -> None:
    Factors(staff, kinds)
    before = factors_of(staff)
    for client in (signs_in(), session_of(staff)):
        for steal in THEFTS:
            steal(client)
            assert not is_in(client), steal.__name__
            assert factors_of(staff) == before, steal.__name__


@pytest.mark.parametrize("kinds", [kinds for kinds in OWNED if kinds])
def test_the_password_changes_no_factor_of_anybody(
    alice: User, bob: User, clock: FakeClock, kinds: str
) -> None:
    Factors(alice, kinds)
    before = factors_of(alice)
    for client in (signs_in(), session_of(alice)):
        for steal in THEFTS:
            steal(client)
            assert factors_of(alice) == before, steal.__name__


@pytest.mark.parametrize("kinds", [kinds for kinds in OWNED if kinds])
def test_the_password_alone_never_signs_staff_in(staff: User, kinds: str) -> None:
    Factors(staff, kinds)
    client = signs_in()
    assert not is_signed_in(client)
    assert client.get("/sign-in/code/", secure=True).status_code == 200


def addresses(resolver: URLResolver | None = None, before: str = "/") -> Iterator[str]:
    """Every address of the desk and the admin, with 1 in each place."""
    for each in (resolver or get_resolver()).url_patterns:
        text = before + re.sub(r"<[^>]+>", "1", str(each.pattern)).lstrip("^").rstrip("$")
        text = re.sub(r"\(\?P?[^)]*\)", "user", text)
        if isinstance(each, URLResolver):
            yield from addresses(each, text)
        elif isinstance(each, URLPattern) and text.startswith(("/desk", "/admin")):
            yield text.replace("\\Z", "")


OPEN_TO_ALL = {"/admin/login/", "/admin/logout/"}
"""The admin's own pages about sessions: they lead to ours, and end a session."""


def test_nothing_of_the_desk_and_the_admin_opens_without_a_factor(
    alice: User, clock: FakeClock
) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="moderator", is_staff=True, is_superuser=True)
    never, long_ago = session_of(alice), passes_second_factor(session_of(alice))
    clock.advance(86_400)
    paths = set(addresses()) - OPEN_TO_ALL
    assert len(paths) > 40
    for path in sorted(paths):
        for client in (never, long_ago):
            for answer in (client.get(path, secure=True), post(client, path)):
                assert answer.status_code == 302, path
                assert answer["Location"].startswith((PAGE, "/admin/login/")), path


def test_a_session_of_a_program_opens_nothing(staff: User) -> None:
    client = Client()
    client.cookies["sessionid"] = begin_session(staff)
    assert is_signed_in(client)
    assert not is_in(client)


def test_a_pass_of_release_1_0_opens_nothing(staff: User) -> None:
    client = session_of(staff)
    session = client.session
    session["second_factor"] = True
    session.save()
    assert not is_in(client)


@pytest.mark.parametrize("kinds", ["app codes", "passkey", "codes"])
def test_a_new_factor_ends_what_other_sessions_have_shown(
    alice: User, clock: FakeClock, kinds: str
) -> None:
    User.objects.filter(pk=alice.pk).update(desk_role="moderator")
    factors = Factors(alice, kinds)
    stolen, own = session_of(alice), session_of(alice)
    for client in (stolen, own):
        clock.advance(30)
        factors.codes = factors.codes[1:]
        factors.show(client)
        assert is_in(client)
    steal_by_passkey(own)
    assert is_in(own)
    assert not is_in(stolen)
    assert is_signed_in(stolen)


def test_two_sessions_do_not_both_add_the_first_factor(alice: User, clock: FakeClock) -> None:
    owner, thief = session_of(alice), session_of(alice)
    key = KEY.findall(knows_password(thief, PAGE, do="begin").content.decode())[0]
    steal_by_app(owner)
    before = factors_of(alice)
    answer = knows_password(thief, PAGE, do="confirm", code=code_now(totp_secret(key)))
    assert answer.status_code == 422
    assert factors_of(alice) == before


def test_the_secret_is_shown_only_after_the_password_and_never_twice(
    alice: User, clock: FakeClock
) -> None:
    client = session_of(alice)
    pages = [
        client.get(PAGE, secure=True),
        post(client, PAGE, do="begin", password="wrong"),
        post(client, PAGE, do="begin"),
    ]
    assert not [page for page in pages if KEY.findall(page.content.decode())]
    shown = [KEY.findall(knows_password(client, PAGE, do="begin").content.decode()) for _ in "ab"]
    assert shown[0]
    assert shown[1]
    assert shown[0] != shown[1]
    # Neither the page nor a wrong code shows it again, and the database never has it in plain.
    for page in (client.get(PAGE, secure=True), post(client, PAGE, do="confirm", code="000000")):
        assert not KEY.findall(page.content.decode())
    session = str(dict(client.session))
    assert shown[1][0] not in session
    assert not App.objects.exists()
    # A thief's session of the same account does not know it, either.
    code = code_now(totp_secret(shown[1][0]))
    assert post(session_of(alice), PAGE, do="confirm", code=code).status_code == 422
    assert post(client, PAGE, do="confirm", code=code).status_code == 200


def link_of(capsys: pytest.CaptureFixture[str], name: str = "Alice") -> str:
    call_command("add_second_factor", "--link", name)
    return "/" + capsys.readouterr().out.split("\n")[0].split("/", 3)[3]


def test_a_link_of_the_operator_lets_staff_set_up_their_first_factor_once(
    staff: User, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    path = link_of(capsys)
    client, thief = signs_in(), signs_in()
    assert post(client, path, password="wrong").status_code == 422
    assert client.get(path, secure=True).status_code == 200
    assert knows_password(client, path).status_code == 302
    # It is used up, and the desk waits for the factor itself.
    assert knows_password(thief, path).status_code == 422
    assert not is_in(client)
    steal_by_app(thief)
    assert not App.objects.exists()
    steal_by_app(client)
    assert App.objects.get().player == staff
    assert client.get(path, secure=True).status_code == 422
    # The one change is made; the app that it set up was shown with it.
    passkeys = Passkey.objects.count()
    steal_by_passkey(thief)
    assert Passkey.objects.count() == passkeys


@pytest.mark.parametrize("late", [0, 86_401])
def test_a_link_is_for_its_account_and_its_day(
    staff: User, bob: User, capsys: pytest.CaptureFixture[str], late: int
) -> None:
    made_at = time.time() - late
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.time", lambda: made_at)
        path = link_of(capsys)
    assert knows_password(session_of(bob), path).status_code == 422
    forged = path[:-5] + "AAAA/"
    assert knows_password(session_of(staff), forged).status_code == 422
    assert knows_password(session_of(staff), path).status_code == (422 if late else 302)


def test_a_link_lasts_half_an_hour_in_its_session(
    staff: User, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    client = signs_in()
    knows_password(client, link_of(capsys))
    clock.advance(1_801)
    steal_by_app(client)
    assert not App.objects.exists()


def test_guesses_at_codes_are_counted_on_every_way(
    alice: User, signed_in: As, clock: FakeClock
) -> None:
    Factors(alice, "app codes")
    client = session_of(alice)
    ways = [
        lambda n: post(client, PAGE, do="pass", code=n),
        lambda n: knows_password(client, PAGE, do="codes", code=n),
        lambda n: knows_password(client, f"{PASSKEYS}/add", answer="{}", code=n),
        lambda n: knows_password(client, f"{PASSKEYS}/1/remove", code=n),
    ]
    statuses = [ways[n % 4](f"{n:06}").status_code for n in range(14)]
    assert statuses == [422] * 10 + [429] * 4


@pytest.mark.parametrize("typed", ["", "\x00", "٢٨٧٠٨٢", "1" * 5_000, "é" * 40, "-1", "0x1F40"])
def test_odd_input_is_refused_in_words(alice: User, clock: FakeClock, typed: str) -> None:
    client = session_of(alice)
    knows_password(client, PAGE, do="begin")
    assert post(client, PAGE, do="confirm", code=typed).status_code == 422
    assert not App.objects.exists()
    Factors(alice, "app passkey")
    assert post(client, PAGE, do="pass", code=typed).status_code == 422
    other = signs_in()
    assert post(other, "/sign-in/code/", code=typed).status_code == 422
    assert post(other, "/sign-in/code/", mail=typed or "x").status_code == 422
    link = f"{PAGE}link/{quote(typed) or 'x'}/"
    assert knows_password(client, link).status_code == 422


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 30, "9" * 5_000])
def test_removing_a_passkey_that_is_not_there_changes_none(
    alice: User, clock: FakeClock, number: str
) -> None:
    factors = Factors(alice, "passkey")
    client = session_of(alice)
    factors.show(client)
    answer = knows_password(client, f"{PASSKEYS}/{number}/remove")
    assert answer.status_code == (404 if len(number) > 18 else 302)
    assert Passkey.objects.count() == 1


def test_a_passkey_has_a_name_of_letters(alice: User, clock: FakeClock) -> None:
    client = session_of(alice)
    options = post(client, f"{PASSKEYS}/options").json()
    answer = Authenticator().register(options)
    knows_password(client, f"{PASSKEYS}/add", answer=answer, name="My\x00\u202e phone\n")
    assert Passkey.objects.get().name == "My phone"


def test_recovery_codes_of_another_account_open_nothing(alice: User, clock: FakeClock) -> None:
    codes = Factors(registered("Dora"), "codes").codes
    Factors(alice, "app codes")
    client = session_of(alice)
    for code in codes[:5]:
        assert post(client, PAGE, do="pass", code=code).status_code == 422
    with pytest.raises(authenticators.CodeRefused):
        authenticators.use_code(alice, codes[0])
