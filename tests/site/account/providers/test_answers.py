"""What comes back from a provider, or pretends to: each case with a real provider, whose signed
claims one thing is wrong with.
"""

import base64
import hmac
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import requests
from django.test import Client
from joserfc import jwt
from joserfc.jwk import RSAKey
from oidc_provider_mock import _app
from pytest_django.fixtures import Settings

from games.models import ProviderLink, Session, User
from games.site.account.providers import client as clients
from games.site.account.providers import outages, transport
from tests.site.account.providers.school import (
    TIMEOUT_S,
    School,
    address_of,
    agree,
    asked_of,
    running_school,
    sign_in,
    sign_up,
)
from tests.support.clock import FakeClock

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = 60, 3600, 86_400


def is_nobody(browser: Client) -> bool:
    return "_auth_user_id" not in browser.session


def now() -> int:
    return int(time.time())


WRONG: dict[str, Callable[[], dict[str, Any]]] = {
    "another issuer": lambda: {"iss": "https://evil.example"},
    "an issuer with another spelling": lambda: {"iss": "http://localhost"},
    "another audience": lambda: {"aud": "another-site"},
    "another audience, although it was made for us": lambda: {"aud": "other", "azp": "yacht"},
    "several audiences without us": lambda: {"aud": ["a", "b"], "azp": "yacht"},
    "several audiences, made for another": lambda: {"aud": ["yacht", "b"], "azp": "b"},
    "no audience": lambda: {"aud": None},
    "another nonce": lambda: {"nonce": "replayed"},
    "no nonce": lambda: {"nonce": None},
    "expired two minutes ago": lambda: {"exp": now() - 2 * MINUTE},
    "no end": lambda: {"exp": None},
    "made in two minutes": lambda: {"iat": now() + 2 * MINUTE},
    "not yet valid": lambda: {"nbf": now() + 2 * MINUTE},
    "an end that is no number": lambda: {"exp": "never"},
    "a hash of another access token": lambda: {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
}
RIGHT: dict[str, Callable[[], dict[str, Any]]] = {
    "expired half a minute ago, by our clock": lambda: {"exp": now() - 30},
    "made in half a minute, by our clock": lambda: {"iat": now() + 30, "nbf": now() + 30},
    "several audiences, made for us": lambda: {"aud": ["yacht", "b"], "azp": "yacht"},
    "more claims": lambda: {"anything": {"at": ["all"]}},
}


@pytest.mark.parametrize("case", WRONG)
def test_it_refuses_a_token(school: School, client: Client, case: str) -> None:
    school.person("d1", nickname="Dora", **WRONG[case]())
    answer = sign_in(client, "d1")
    assert answer.status_code == 422
    assert "The answer of School was not right" in answer.content.decode()
    assert "Try again" in answer.content.decode()
    assert is_nobody(client)
    assert client.get("/sign-up/name/")["Location"] == "/sign-in/"


@pytest.mark.parametrize("case", RIGHT)
def test_it_takes_a_token(school: School, client: Client, case: str) -> None:
    school.person("d1", nickname="Dora", **RIGHT[case]())
    assert sign_in(client, "d1")["Location"] == "/sign-up/name/"


SUBJECTS = {"empty": "", "too long": "x" * 256, "no text": 7, "with a NUL": "a\0b"}


@pytest.mark.parametrize("case", SUBJECTS)
def test_it_refuses_a_subject_that_is_none(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    claims = {"nickname": "Dora", "sub": SUBJECTS[case]}
    monkeypatch.setattr(_app, "_user_claims_for_scope", lambda user, scope: claims)
    assert sign_in(client, "d1").status_code == 422
    assert is_nobody(client)


def test_a_state_works_once(school: School, client: Client) -> None:
    school.person("d1", nickname="Dora")
    sign_up(Client(), "d1", "Dora")
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    assert client.get(back).status_code == 302
    assert not is_nobody(client)
    client.post("/sign-out/")
    answer = client.get(back)
    assert answer.status_code == 422
    assert "was used, or took too long" in answer.content.decode()
    assert is_nobody(client)


def test_a_state_belongs_to_the_browser_that_got_it(school: School, client: Client) -> None:
    """Else somebody could sign others in to an account of their own."""
    school.person("d1", nickname="Dora")
    sign_up(Client(), "d1", "Dora")
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    victim = Client()
    victim.post("/sign-in/with/school/")
    assert victim.get(back).status_code == 422
    assert is_nobody(victim)
    assert client.get(back).status_code == 302


def test_a_state_belongs_to_its_provider(
    school: School, client: Client, settings: Settings
) -> None:
    settings.OIDC = {
        "school": school.settings(),
        "club": school.settings(ISSUER=school.issuer.replace("localhost", "127.0.0.1")),
    }
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    assert client.get(back.replace("/school/", "/club/")).status_code == 422
    assert is_nobody(client)


def test_a_code_of_somebody_else_is_refused(school: School, client: Client) -> None:
    """PKCE: the code fits only the browser that has asked for it."""
    school.person("d1", nickname="Dora")
    sign_up(Client(), "d1", "Dora")
    thief = Client()
    own = asked_of(thief.post("/sign-in/with/school/"))
    stolen = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    code = dict(each.split("=") for each in stolen.partition("?")[2].split("&"))["code"]
    answer = thief.get(f"/sign-in/with/school/done/?code={code}&state={own['state']}")
    assert answer.status_code == 422
    assert is_nobody(thief)


def test_a_replayed_nonce_is_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token of one sign-in does not do for the next."""
    kept: list[str] = []
    made = _app.OpenIDCode.encode_id_token

    def first(self: Any, token: Any, request: Any) -> str:
        kept.append(made(self, token, request))
        return kept[0]

    monkeypatch.setattr(_app.OpenIDCode, "encode_id_token", first)
    school.person("d1", nickname="Dora")
    assert sign_in(client, "d1").status_code == 302
    assert sign_in(Client(), "d1").status_code == 422


def test_another_issuer_in_the_answer_is_refused(school: School, client: Client) -> None:
    """RFC 9207: the answer was meant for another provider."""
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    assert client.get(f"{back}&iss=https://evil.example").status_code == 422
    assert client.get(back).status_code == 422
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    assert client.get(f"{back}&iss={school.issuer}").status_code == 302


def test_a_flow_ends_after_ten_minutes(school: School, client: Client, clock: FakeClock) -> None:
    back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    clock.advance(10 * MINUTE + 1)
    assert client.get(back).status_code == 422


def test_a_browser_keeps_few_flows(school: School, client: Client) -> None:
    lefts = [client.post("/sign-in/with/school/") for _ in range(9)]
    assert len([key for key, _ in client.session.items() if key.startswith("_state_")]) == 4
    assert client.get(agree(address_of(lefts[-1]), "d1")).status_code == 302


# Keys


@pytest.mark.parametrize("kid", ["second", None])
def test_new_keys_are_found(school: School, client: Client, kid: str | None) -> None:
    """Under a new name at once; under no name with the next try."""
    sign_up(client, "d1", "Dora")
    school.new_key(kid)
    last = sign_in(Client(), "d1")
    if kid is None:
        last = sign_in(Client(), "d1")
    assert (last.status_code, last["Location"]) == (302, "/")


def forged(key: Any, alg: str, kid: str | None = None) -> Callable[..., str]:
    """Return what signs like the provider, with another key."""
    made = _app.OpenIDCode.encode_id_token

    def sign(self: Any, token: Any, request: Any) -> str:
        body = made(self, token, request).split(".")[1]
        header = {"alg": alg, **({"kid": kid} if kid else {})}
        if isinstance(key, bytes):
            return signed_with(key, header, body)
        claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return jwt.encode(header, claims, key, algorithms=[alg])

    return sign


def signed_with(secret: bytes, header: dict[str, str], body: str) -> str:
    """HMAC by hand: libraries refuse a public key as a secret."""
    head = base64.urlsafe_b64encode(json.dumps(header).encode()).decode().rstrip("=")
    digest = hmac.digest(secret, f"{head}.{body}".encode(), "sha256")
    return f"{head}.{body}.{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def test_a_key_that_is_not_the_providers_is_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kid in (None, "mine"):
        key = RSAKey.generate_key(2048)
        monkeypatch.setattr(_app.OpenIDCode, "encode_id_token", forged(key, "RS256", kid))
        assert sign_in(client, "d1").status_code == 422
    assert is_nobody(client)


def test_a_shared_secret_signs_nothing(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither our secret nor the provider's public key, used as one."""
    public = school.storage[0].jwk.as_pem(is_private=False)
    for secret in (b"secret" * 8, public):
        monkeypatch.setattr(_app.OpenIDCode, "encode_id_token", forged(secret, "HS256"))
        assert sign_in(client, "d1").status_code == 422


def test_an_unsigned_token_is_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = _app.OpenIDCode.encode_id_token

    def unsigned(self: Any, token: Any, request: Any) -> str:
        body = made(self, token, request).split(".")[1]
        return f"eyJhbGciOiJub25lIn0.{body}."

    monkeypatch.setattr(_app.OpenIDCode, "encode_id_token", unsigned)
    assert sign_in(client, "d1").status_code == 422


def test_a_missing_token_is_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_app.OpenIDCode, "process_token", lambda self, grant, response: response[1])
    assert sign_in(client, "d1").status_code == 422


def test_more_claims_of_somebody_else_are_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second page of claims has to be about the person of the token."""
    school.person("d1")
    told = _app._user_claims_for_scope

    def mixed(user: Any, scope: str) -> dict[str, object]:
        other = {"sub": "d2"} if _app.flask.request.path == "/userinfo" else {}
        return {**told(user, scope), **other}

    monkeypatch.setattr(_app, "_user_claims_for_scope", mixed)
    assert sign_in(client, "d1").status_code == 422


# A provider that is away


def assert_is_away(answer: Any) -> None:
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "School does not answer" in answer.content.decode()
    assert "Try again" in answer.content.decode()


def test_a_provider_that_is_away_has_a_page(school: School, client: Client) -> None:
    outages.forget()
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    settings_of(school, f"http://127.0.0.1:{port}")
    began = time.monotonic()
    assert_is_away(client.post("/sign-in/with/school/"))
    assert time.monotonic() - began < 2


def settings_of(school: School, issuer: str) -> None:
    from django.conf import settings  # noqa: PLC0415 - the fixture `school` puts it back

    settings.OIDC = {"school": school.settings(ISSUER=issuer)}


@contextmanager
def server(send: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that does to each connection what `send` does; yields its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        ended = threading.Event()

        def serve() -> None:
            while not ended.is_set():
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(65536)
                    try:
                        send(connection)
                    except OSError:  # we have gone
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        ended.set()


def says_nothing(connection: socket.socket) -> None:
    connection.settimeout(20)
    connection.recv(1)


def drips(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(100):
        connection.sendall(b" ")
        time.sleep(0.2)


def floods(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n")
    for _ in range(100_000):
        connection.sendall(b" " * 65536)


def answering(body: bytes, status: str = "200 OK", more: str = "") -> Callable[[Any], None]:
    head = f"HTTP/1.1 {status}\r\n{more}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    return lambda connection: connection.sendall(head.encode() + body)


AWAY = {
    "nonsense": answering(b"<html>"),
    "a list": answering(b"[]"),
    "an error": answering(b"{}", "500 Oh no"),
    "a page that is gone": answering(b"{}", "404 Not Found"),
    "nothing": answering(b"{}"),
    "another issuer": answering(b'{"issuer": "https://evil.example"}'),
    "too much": floods,
}


@pytest.mark.parametrize("case", AWAY)
def test_a_description_that_is_none_is_like_one_that_is_away(
    school: School, client: Client, case: str
) -> None:
    with server(AWAY[case]) as issuer:
        settings_of(school, issuer)
        assert_is_away(client.post("/sign-in/with/school/"))


def test_it_follows_no_redirect(school: School, client: Client) -> None:
    """Not even to a server whose answer would do."""
    places: list[str] = []

    def describe(connection: socket.socket) -> None:
        keys = ("authorization_endpoint", "token_endpoint", "jwks_uri")
        found = {"issuer": places[0], **dict.fromkeys(keys, places[0])}
        answering(json.dumps(found).encode())(connection)

    def redirect(connection: socket.socket) -> None:
        answering(b"", "302 Found", f"Location: {places[1]}/\r\n")(connection)

    with server(redirect) as first, server(describe) as second:
        places += [first, second]
        settings_of(school, first)
        assert_is_away(client.post("/sign-in/with/school/"))


UNSAFE = {
    "token_endpoint": "http://school.example/token",
    "authorization_endpoint": "javascript:alert(1)",
    "jwks_uri": "file:///etc/passwd",
    "userinfo_endpoint": "http://school.example/me",
    "id_token_signing_alg_values_supported": ["none", "HS256"],
}


@pytest.mark.parametrize("key", UNSAFE)
def test_a_description_with_an_unsafe_address_is_refused(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    address = f"{school.issuer}/.well-known/openid-configuration"
    found = requests.get(address, timeout=TIMEOUT_S).json() | {key: UNSAFE[key]}
    monkeypatch.setattr(transport, "fetch", lambda address: found)
    assert_is_away(client.post("/sign-in/with/school/"))


@pytest.mark.parametrize(
    "key", ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"]
)
def test_a_provider_elsewhere_names_no_address_on_this_machine(
    school: School, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """What listens here trusts this machine: a provider could let us ask it for anything."""
    issuer = "https://login.school.example"
    address = f"{school.issuer}/.well-known/openid-configuration"
    told = requests.get(address, timeout=TIMEOUT_S).json()
    found = {name: str(each).replace(school.issuer, issuer) for name, each in told.items()}
    settings.OIDC = {"school": school.settings(ISSUER=issuer)}
    monkeypatch.setattr(transport, "fetch", lambda address: found)
    assert client.post("/sign-in/with/school/").status_code == 200
    clients._apps.clear()
    found[key] = "http://localhost:6379/"
    assert_is_away(client.post("/sign-in/with/school/"))


@pytest.mark.parametrize("send", [says_nothing, drips], ids=["says nothing", "drips"])
def test_it_waits_a_few_seconds_and_then_lets_the_provider_rest(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, send: Any
) -> None:
    monkeypatch.setattr(transport, "READ_S", 0.5)
    monkeypatch.setattr(transport, "ANSWER_S", 1.0)
    with server(send) as issuer:
        settings_of(school, issuer)
        began = time.monotonic()
        assert_is_away(client.post("/sign-in/with/school/"))
        assert time.monotonic() - began < 3
        began = time.monotonic()
        assert_is_away(Client().post("/sign-in/with/school/"))
        assert time.monotonic() - began < 0.5


def test_the_times_are_a_few_seconds() -> None:
    assert (transport.CONNECT_S, transport.READ_S, transport.ANSWER_S) == (3, 4, 6)


def test_a_provider_may_go_away_in_the_middle_and_come_back(
    school: School, client: Client, clock: FakeClock
) -> None:
    with running_school() as other:
        settings_of(school, other.issuer)
        back = agree(address_of(client.post("/sign-in/with/school/")), "d1")
    assert_is_away(client.get(back))
    assert is_nobody(client)
    # The first answer used the state: begin again, with a provider that is back.
    clock.advance(11)
    settings_of(school, school.issuer)
    assert sign_in(client, "d1")["Location"] == "/sign-up/name/"


def test_nobody_gets_a_session_or_an_account_by_what_was_refused(
    school: School, client: Client
) -> None:
    school.person("d1", iss="https://evil.example")
    sign_in(client, "d1")
    assert not User.objects.exists()
    assert not ProviderLink.objects.exists()
    assert not Session.objects.exclude(player=None).exists()


def test_a_description_is_read_once_in_an_hour(
    school: School, client: Client, clock: FakeClock
) -> None:
    school.asked.clear()
    for _ in range(3):
        client.post("/sign-in/with/school/")
    assert school.asked.count("/.well-known/openid-configuration") == 1
    clock.advance(clients.DESCRIPTION_S + 1)
    client.post("/sign-in/with/school/")
    assert school.asked.count("/.well-known/openid-configuration") == 2
