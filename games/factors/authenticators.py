"""The authenticator app of an account, and its recovery codes."""

import hashlib
import secrets
from typing import Any

from django.db import transaction

from games.accounts.models import User
from games.clock import utc_now
from games.encryption import keyring
from games.factors import totp
from games.factors.models import Authenticator, Passkey, RecoveryCode

CODES = 10
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def has_factor(player: User) -> bool:
    """Whether the account has an app or a passkey."""
    apps = Authenticator.objects.filter(player=player, confirmed_at__isnull=False)
    return apps.exists() or Passkey.objects.filter(player=player).exists()


def find_app(player: User) -> Authenticator | None:
    """Return the app of the account that counts, None if there is none."""
    return Authenticator.objects.filter(player=player, confirmed_at__isnull=False).first()


def begin(player: User) -> bytes:
    """Return the secret of an app that is not confirmed yet; the same until it is."""
    found = Authenticator.objects.filter(player=player).first()
    if found is not None:
        return _secret(found)
    secret = totp.new_secret()
    Authenticator.objects.create(player=player, secret=keyring().encrypt(secret, _place(player)))
    return secret


def confirm(player: User, code: str) -> list[str] | None:
    """Let the app count if the code is right. Return new recovery codes, None if it is wrong."""
    with transaction.atomic():
        found = Authenticator.objects.select_for_update().filter(player=player).first()
        if found is None or found.confirmed_at is not None or not _use(found, code):
            return None
        found.confirmed_at = utc_now()
        found.save()
        return new_codes(player)


def new_codes(player: User) -> list[str]:
    """Return new recovery codes, which replace the old ones. Only hashes are stored."""
    codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
    RecoveryCode.objects.filter(player=player).delete()
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(player=player, hash=_hash(player, code)) for code in codes]
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def use_code(player: User, typed: str) -> bool:
    """Whether this is a code of the app or a recovery code. Each works once."""
    code = "".join(typed.split()).replace("-", "").casefold()
    with transaction.atomic():
        found = Authenticator.objects.select_for_update().filter(player=player).first()
        if found is None or found.confirmed_at is None:
            return False
        if code.isascii() and code.isdigit() and len(code) == totp.DIGITS:
            used = _use(found, code)
            found.save()
            return used
        deleted, _ = RecoveryCode.objects.filter(player=player, hash=_hash(player, code)).delete()
        return deleted > 0


def remove(player: User) -> None:
    """Remove the app and its recovery codes."""
    with transaction.atomic():
        Authenticator.objects.filter(player=player).delete()
        RecoveryCode.objects.filter(player=player).delete()


def remove_all(player: User) -> None:
    """Remove the app, its recovery codes, and the passkeys."""
    remove(player)
    Passkey.objects.filter(player=player).delete()


def exported(player: User) -> dict[str, Any]:
    """Return what the export says of the account's second factors."""
    return {
        "app": find_app(player) is not None,
        "passkeys": [
            {"name": each.name, "created": each.created_at.isoformat()}
            for each in Passkey.objects.filter(player=player).order_by("pk")
        ],
    }


def _use(found: Authenticator, code: str) -> bool:
    step = totp.find_step(_secret(found), code, utc_now().timestamp(), found.last_step)
    if step is not None:
        found.last_step = step
    return step is not None


def _secret(found: Authenticator) -> bytes:
    return keyring().decrypt(bytes(found.secret), _place(found.player))


def _place(player: User) -> bytes:
    return f"authenticator|{player.pk}".encode()


def _hash(player: User, code: str) -> str:
    return hashlib.sha256(f"recovery|{player.pk}|{code}".encode()).hexdigest()
