"""The site proves to push services who it is (RFC 8292)."""

import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.management import call_command
from pytest_django.fixtures import Settings

from games.assembly.checks import check_push_key
from games.site.account.notifications.web_push import authorization, from_text, new_key, push_key

# RFC 8292, section 2.4.
EXAMPLE = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQi"
    "LCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOe"
    "pC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjx"
    "sn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
NOW = 1_453_480_568.5


def claims(header: str) -> tuple[dict[str, str], dict[str, object]]:
    """Return head and claims of a header whose signature is right. Raises InvalidSignature."""
    kind, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert kind == "vapid"
    head, body, signature = parts["t"].split(".")
    r, s = (int.from_bytes(half, "big") for half in _halves(from_text(signature)))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(parts["k"]))
    key.verify(encode_dss_signature(r, s), f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
    return json.loads(from_text(head)), json.loads(from_text(body))


def _halves(signature: bytes) -> tuple[bytes, bytes]:
    assert len(signature) == 64  # RFC 7518, section 3.4
    return signature[:32], signature[32:]


def test_the_example_of_rfc_8292_is_right_and_a_changed_one_is_not() -> None:
    head, body = claims(EXAMPLE)
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert body["aud"] == "https://push.example.net"
    with pytest.raises(InvalidSignature):
        claims(EXAMPLE.replace("i3CYb7", "i3CYb8"))


def test_it_signs_for_one_push_service_and_for_less_than_a_day(settings: Settings) -> None:
    settings.VAPID_KEY = new_key()
    settings.VAPID_CONTACT = "https://yacht.example.org/"
    header = authorization("https://push.example.net", NOW)
    assert header.endswith(f", k={push_key()}")
    head, body = claims(header)
    assert head == {"typ": "JWT", "alg": "ES256"}
    expires = body.pop("exp")
    assert body == {"aud": "https://push.example.net", "sub": "https://yacht.example.org/"}
    assert isinstance(expires, int)
    assert NOW < expires <= NOW + 24 * 3600


def test_it_names_the_sender_of_mail_as_contact_if_there_is_no_other(settings: Settings) -> None:
    settings.VAPID_KEY, settings.VAPID_CONTACT = new_key(), ""
    settings.DEFAULT_FROM_EMAIL = "Yacht <crew@yacht.example.org>"
    _, body = claims(authorization("https://push.example.net", NOW))
    assert body["sub"] == "mailto:crew@yacht.example.org"


def test_the_command_makes_a_key_that_works(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("make_push_key")
    name, _, key = capsys.readouterr().out.strip().partition("=")
    assert name == "VAPID_KEY"
    settings.VAPID_KEY = key
    assert check_push_key(None) == []
    assert len(from_text(push_key())) == 65


def test_without_a_key_there_is_no_push(settings: Settings) -> None:
    settings.VAPID_KEY = ""
    assert push_key() == ""
    assert check_push_key(None) == []


@pytest.mark.parametrize(
    ("key", "contact"), [("short", ""), ("ä", ""), ("A" * 43, "yacht@example.org")]
)
def test_a_wrong_key_or_contact_is_reported(settings: Settings, key: str, contact: str) -> None:
    settings.VAPID_KEY, settings.VAPID_CONTACT = key, contact
    assert [error.id for error in check_push_key(None)] == ["games.E006"]
