"""Passkeys: registered and checked with the library `webauthn`.

They work where browsers allow them: with HTTPS, and on this machine. The challenge for a new
passkey waits in the session; that for signing in waits in a signed cookie: asking stores nothing.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import webauthn
from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games.core.protocol.frames import HARMLESS
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.site_settings.current import site_name
from games.site.account.factors.models import Passkey

KEY = "passkey_challenge"
COOKIE = "passkey"
SALT = "games.factors.passkeys"
LASTS_S = 300
"""How long the challenge of a visitor works."""
MOST = 10
LOCAL = ("localhost", "127.0.0.1")


class PasskeyRefused(Exception):
    """The browser's answer does not fit."""


def are_possible(request: HttpRequest) -> bool:
    """Whether browsers offer passkeys for this site."""
    return request.is_secure() or _host(request) in LOCAL[:1]


def work_here(request: HttpRequest, player: User) -> bool:
    """Whether a passkey of the account works at this address of the site, as far as is known."""
    known = Passkey.objects.filter(player=player, site__in=("", _host(request)))
    return are_possible(request) and known.exists()


def registration_options(request: HttpRequest, player: User) -> dict[str, Any]:
    """Return what the browser needs to make a passkey. The challenge works once."""
    known = Passkey.objects.filter(player=player)
    options = webauthn.generate_registration_options(
        rp_id=_host(request),
        rp_name=site_name(),
        user_id=str(player.pk).encode(),
        user_name=player.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=bytes(each.credential)) for each in known
        ],
    )
    request.session[KEY] = bytes_to_base64url(options.challenge)
    return _as_json(options)


def sign_in_options(request: HttpRequest) -> dict[str, Any]:
    """Return what the browser needs to sign in with any passkey of this site. Call `note_challenge`
    with the answer.
    """
    options = webauthn.generate_authentication_options(
        rp_id=_host(request), user_verification=UserVerificationRequirement.REQUIRED
    )
    return _as_json(options)


def note_challenge(response: HttpResponse, options: dict[str, Any]) -> None:
    """Let the browser of a visitor bring the challenge back, which then works for LASTS_S."""
    response.set_cookie(
        COOKIE,
        signing.dumps([options["challenge"], utc_now().timestamp()], salt=SALT),
        max_age=LASTS_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_challenge(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")


def register(request: HttpRequest, player: User, answer: str, name: str) -> Passkey:
    """Store a new passkey of the account. Raises PasskeyRefused."""
    challenge = _session_challenge(request)
    if Passkey.objects.filter(player=player).count() >= MOST:
        raise PasskeyRefused
    try:
        found = webauthn.verify_registration_response(
            credential=_json(answer),
            expected_challenge=challenge,
            expected_rp_id=_host(request),
            expected_origin=_origin(request),
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise PasskeyRefused from error
    if Passkey.objects.filter(credential=found.credential_id).exists():
        raise PasskeyRefused
    return Passkey.objects.create(
        player=player,
        credential=found.credential_id,
        public_key=found.credential_public_key,
        sign_count=found.sign_count,
        is_synced=found.credential_device_type == CredentialDeviceType.MULTI_DEVICE,
        name="".join(c for c in name if c.isprintable() or c in HARMLESS).strip()[:40] or "Passkey",
        site=_host(request),
        created_at=utc_now(),
    )


def remove(player: User, passkey_id: int) -> None:
    Passkey.objects.filter(pk=passkey_id, player=player).delete()


def set_asked(player: User, asked: bool) -> None:
    player.asks_passkey = asked
    User.objects.filter(pk=player.pk).update(asks_passkey=asked)


def find_player(request: HttpRequest, answer: str) -> User:
    """Return whose passkey has signed. Raises PasskeyRefused."""
    challenge, asked_at = _noted_challenge(request)
    try:
        given = _json(answer)
        passkey = Passkey.objects.select_related("player").get(
            credential=base64url_to_bytes(str(given["id"]))
        )
        found = webauthn.verify_authentication_response(
            credential=given,
            expected_challenge=challenge,
            expected_rp_id=_host(request),
            expected_origin=_origin(request),
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=0,  # see _looks_copied
            require_user_verification=True,
        )
    except (
        *(WebAuthnException, ValueError, KeyError, TypeError),
        Passkey.DoesNotExist,
    ) as error:
        raise PasskeyRefused from error
    is_synced = _is_synced(passkey, found)
    if _looks_copied(passkey, found, is_synced) or not passkey.player.is_active:
        raise PasskeyRefused
    # A challenge from before the last use may be the one that was used: it works once.
    unused = Passkey.objects.filter(Q(used_at=None) | Q(used_at__lt=asked_at), pk=passkey.pk)
    learned = {"used_at": utc_now(), "site": _host(request), "is_synced": is_synced}
    if not unused.update(sign_count=found.new_sign_count, **learned):
        raise PasskeyRefused
    return passkey.player


def _is_synced(passkey: Passkey, found: VerifiedAuthentication) -> bool:
    """Whether several devices share the passkey: as it said when it was added. Nobody knows that of
    those that version 1.0.0 added; then what it has signed now counts.
    """
    if passkey.is_synced is not None:
        return passkey.is_synced
    return found.credential_device_type == CredentialDeviceType.MULTI_DEVICE


def _looks_copied(passkey: Passkey, found: VerifiedAuthentication, is_synced: bool) -> bool:
    """Whether the counter has not gone up. Devices that share a passkey count by themselves, and
    some passkeys count nothing.
    """
    counts = passkey.sign_count > 0 or found.new_sign_count > 0
    return counts and not is_synced and found.new_sign_count <= passkey.sign_count


def _as_json(options: Any) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return asked


def _noted_challenge(request: HttpRequest) -> tuple[bytes, datetime]:
    """Return the challenge in the visitor's cookie, and when it was made. Raises PasskeyRefused."""
    try:
        challenge, at = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature as error:
        raise PasskeyRefused from error
    made = datetime.fromtimestamp(at, UTC)
    if utc_now() - made > timedelta(seconds=LASTS_S):
        raise PasskeyRefused
    return base64url_to_bytes(challenge), made


def _session_challenge(request: HttpRequest) -> bytes:
    """Return the challenge that was asked last, which then no longer works."""
    stored = request.session.pop(KEY, None)
    if not isinstance(stored, str):
        raise PasskeyRefused
    return base64url_to_bytes(stored)


def _json(text: str) -> dict[str, Any]:
    """Return an object of JSON. Raises ValueError and PasskeyRefused."""
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise PasskeyRefused from error
    if not isinstance(found, dict):
        raise PasskeyRefused
    return found


def _host(request: HttpRequest) -> str:
    # Checked by Django against ALLOWED_HOSTS.
    return request.get_host().rsplit(":", 1)[0]


def _origin(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"
