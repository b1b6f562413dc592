"""Answers of a provider with another form than they should have: each page of it, each form."""

import io
import json
from typing import Any
from urllib.parse import urlsplit

import joserfc.jwt
import pytest
import requests
from django.test import Client
from oidc_provider_mock import _app
from pytest_django.fixtures import Settings

from games.models import ProviderLink, Session, User
from games.site.account.providers import outages, transport
from tests.site.account.providers.school import TIMEOUT_S, School, sign_in, sign_up

pytestmark = [pytest.mark.django_db]

DEEP = b"[" * 100_000
BODIES = {
    "nothing": b"",
    "null": b"null",
    "a number": b"5",
    "a text": b'"text"',
    "a list": b"[]",
    "an empty object": b"{}",
    "a page": b"<html>",
    "no UTF-8": b"\xff\xfe\xfd",
    "very deep": DEEP,
    "very deep inside": b'{"keys": ' + DEEP,
    "a number with 5,000 digits": b'{"sub": ' + b"9" * 5000 + b"}",
    "half a pair": b'{"sub": "\\ud800", "issuer": "\\ud800", "id_token": "\\ud800"}',
    "another form inside": b'{"keys": 5, "id_token": 5, "access_token": 5, "sub": 5}',
    "lists inside": b'{"keys": [5], "id_token": [5], "access_token": [5], "sub": [5]}',
    "objects inside": b'{"keys": [{}], "id_token": {}, "access_token": {}, "sub": {}}',
    "half a key": b'{"keys": [{"kty": "RSA"}], "id_token": "a.b.c", "access_token": "x"}',
    "a sealed token": b'{"keys": [{"kty": "oct", "k": 5}], "id_token": "a.b.c.d.e"}',
    "an error that is none": b'{"error": 5}',
    "an error that is a list": b'{"error": ["x"], "error_description": {}}',
    "a time that is none": b'{"access_token": "x", "expires_in": "soon", "expires_at": []}',
}
PAGES = ("/.well-known/openid-configuration", "/oauth2/token", "/jwks", "/userinfo")


def answer_with(monkeypatch: pytest.MonkeyPatch, page: str, body: bytes) -> None:
    """Let one page of the provider answer this."""
    ask = transport.Session.request

    def request(self: Any, method: str, url: str, **options: Any) -> Any:
        answer = ask(self, method, url, **options)
        if urlsplit(url).path == page:
            answer.raw = io.BytesIO(body)
        return answer

    monkeypatch.setattr(transport.Session, "request", request)


def assert_nobody(client: Client, school: School) -> None:
    left: Any = client.post("/sign-in/with/school/")
    if left.status_code == 200:
        outages.forget()
        left = sign_in(client, "d1")
    assert left.status_code in (422, 503), left
    assert "_auth_user_id" not in client.session
    assert client.get("/sign-up/name/")["Location"] == "/sign-in/"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("case", BODIES)
def test_it_refuses_an_answer(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, page: str, case: str
) -> None:
    school.person("d1")
    answer_with(monkeypatch, page, BODIES[case])
    assert_nobody(client, school)


VALUES: tuple[Any, ...] = (
    5,
    True,
    [],
    {},
    [5],
    [[]],
    {"a": 1},
    "",
    "x",
    "\ud800",
    "http://[",
    1e308,
)
DESCRIBED = (
    *("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"),
)
LISTS = ("token_endpoint_auth_methods_supported", "id_token_signing_alg_values_supported")


@pytest.mark.parametrize("key", DESCRIBED)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_it_refuses_a_description(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, key: str, value: Any
) -> None:
    school.person("d1")
    found = requests.get(school.issuer + PAGES[0], timeout=TIMEOUT_S).json() | {key: value}
    answer_with(monkeypatch, PAGES[0], json.dumps(found).encode())
    assert_nobody(client, school)


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_it_reads_a_list_that_is_none(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, key: str, value: Any
) -> None:
    """As if it was not there, or refuses it."""
    found = requests.get(school.issuer + PAGES[0], timeout=TIMEOUT_S).json() | {key: value}
    answer_with(monkeypatch, PAGES[0], json.dumps(found).encode())
    assert client.post("/sign-in/with/school/").status_code in (200, 503)


TEXTS = {
    "every sign": "".join(map(chr, range(1, 127))),
    "in any script": "Д五\u202e👩‍🚀é",
    "a query": "a' OR 1=1 --",
    "a number of another script": "٣",
    "as long as may be": "字" * 255,
}


def tell(monkeypatch: pytest.MonkeyPatch, **claims: Any) -> None:
    """Let the provider sign these claims, whoever signs in."""
    told = {"sub": "d1", **claims}
    monkeypatch.setattr(_app, "_user_claims_for_scope", lambda user, scope: told)
    # As JSON may be: each sign that is not ASCII as a number, also half of a pair.
    monkeypatch.setattr(
        joserfc.jwt, "convert_claims", lambda claims, _: json.dumps(claims).encode()
    )


@pytest.mark.parametrize("case", TEXTS)
def test_an_odd_subject_is_one_account(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    tell(monkeypatch, sub=TEXTS[case])
    sign_up(client, "d1", "Dora")
    assert ProviderLink.objects.get().subject == TEXTS[case]
    other = Client()
    assert sign_in(other, "d1")["Location"] == "/"
    assert other.session["_auth_user_id"] == client.session["_auth_user_id"]
    # Nobody else has it, however much theirs looks like it.
    for near in (f"{TEXTS[case]} "[-255:], TEXTS[case].swapcase() + "x"):
        tell(monkeypatch, sub=near[:255])
        if near[:255] != TEXTS[case]:
            assert sign_in(Client(), "d1")["Location"] == "/sign-up/name/"


CLAIMS = (
    *("nickname", "preferred_username", "given_name", "name", "email", "email_verified"),
    *("groups", "acr", "locale", "picture"),
)
CHECKED = ("azp", "amr", "auth_time", "at_hash")
"""Claims that Authlib refuses if they have another form."""
ODD: dict[str, Any] = {
    **TEXTS,
    "half a pair": "\ud800",
    "a NUL": "a\0b",
    "a page": "<script>alert(1)</script>",
    "a very long text": "x" * 5_000,
    "a number": 5,
    "a large number": 10**400,
    "a fraction": 1e308,
    "a negative number": -1,
    "true": True,
    "null": None,
    "a list": ["a", 5, None, ["b"], "\ud800"],
    "an object": {"a": {"b": ["c"]}},
    "a long list": [str(number) for number in range(1_000)],
}


@pytest.mark.parametrize("case", ODD)
def test_odd_claims_stop_nobody(
    school: School,
    client: Client,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    case: str,
) -> None:
    settings.OIDC = {"school": school.settings(HELPER_GROUPS="helpers", ACR="gold")}
    for verified in (True, ODD[case]):
        claims = {**dict.fromkeys(CLAIMS, ODD[case]), "email_verified": verified}
        tell(monkeypatch, **claims)
        answer = sign_in(client, "d1")
        assert answer["Location"] == "/sign-up/name/", answer.content.decode()
        page: Any = client.get("/sign-up/name/")
        assert page.status_code == 200
        assert "<script>alert(1)" not in page.content.decode()
        assert max(len(each.session_data) for each in Session.objects.all()) < 20_000
    made = client.post("/sign-up/name/", {"name": "Dora", "email": ""})
    assert made.status_code == 302, made.content.decode()
    assert User.objects.get(name="Dora").desk_role == ""
    assert sign_in(Client(), "d1")["Location"] == "/"


@pytest.mark.parametrize("claim", CHECKED)
@pytest.mark.parametrize("case", ODD)
def test_an_odd_claim_about_the_sign_in_is_no_error_of_ours(
    school: School, client: Client, monkeypatch: pytest.MonkeyPatch, claim: str, case: str
) -> None:
    tell(monkeypatch, **{claim: ODD[case]})
    assert sign_in(client, "d1").status_code in (302, 422)
