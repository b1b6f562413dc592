"""The factors of an account: which it has, its authenticator app, and its recovery codes.

Codes of apps follow RFC 6238 with SHA-1, six digits and 30 s, as all apps know.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Any
from urllib.parse import quote

from django.db import transaction
from django.utils.translation import gettext

from games.people.accounts.facts import works_for_site
from games.people.accounts.models import User
from games.platform.clock import utc_now
from games.platform.encryption import keyring
from games.site.account.factors.models import Authenticator, Passkey, RecoveryCode, app_context

# The length that RFC 4226 recommends (160 bits), and the steps and digits that all apps assume.
SECRET_BYTES = 20
STEP_S = 30
DIGITS = 6
DRIFT = 1
"""How many steps the clock of a phone may be wrong."""
CODES = 10


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def step_at(seconds: float) -> int:
    """Return the number of the step at a time, in seconds since 1970."""
    return int(seconds) // STEP_S


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a step (RFC 4226, section 5.3)."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 0xF
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def find_step(secret: bytes, code: str, now: float, after: int) -> int | None:
    """Return the step to which a code belongs, None if it is wrong. `after`: the last step that was
    used; its code and older ones count as wrong.
    """
    if not code.isascii():
        return None
    here = step_at(now)
    steps = [step for step in range(here - DRIFT, here + DRIFT + 1) if step > after]
    fitting = [step for step in steps if hmac.compare_digest(code_at(secret, step), code)]
    return fitting[-1] if fitting else None


def shown_key(secret: bytes) -> str:
    """Return the secret as people type it: Base32 in groups of four."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def uri(secret: bytes, name: str, site: str) -> str:
    """Return the address that an app reads from a QR code."""
    key = shown_key(secret).replace(" ", "")
    return f"otpauth://totp/{quote(site)}:{quote(name)}?secret={key}&issuer={quote(site)}"


LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def has_factor(player: User) -> bool:
    return has_key(player) or has_codes(player)


def has_key(player: User) -> bool:
    return find_app(player) is not None or has_passkey(player)


def has_passkey(player: User) -> bool:
    return Passkey.objects.filter(player=player).exists()


def has_codes(player: User) -> bool:
    return RecoveryCode.objects.filter(player=player).exists()


def are_asked(player: User) -> bool:
    """Whether signing in asks for a factor after the password: if there is an app, if the player
    wants it, and always for staff.
    """
    if find_app(player) is not None:
        return True
    if works_for_site(player):
        return has_factor(player)
    return player.asks_passkey and has_passkey(player)


def find_app(player: User) -> Authenticator | None:
    """Return the app of the account that counts, None if there is none."""
    return Authenticator.objects.filter(player=player, confirmed_at__isnull=False).first()


def set_app(player: User, secret: bytes, code: str) -> list[str] | None:
    """Make this the secret of the account's app, in place of an earlier one, if it gives the code.
    Return new recovery codes, None if the code is wrong.
    """
    now = utc_now()
    step = find_step(secret, code, now.timestamp(), after=0)
    if step is None:
        return None
    sealed = keyring().encrypt(secret, app_context(player.pk))
    Authenticator.objects.update_or_create(
        player=player, defaults={"secret": sealed, "last_step": step, "confirmed_at": now}
    )
    return new_codes(player)


def new_codes(player: User) -> list[str]:
    """Return new recovery codes, which replace the old ones. Only hashes are stored."""
    codes = ["".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(CODES)]
    RecoveryCode.objects.filter(player=player).delete()
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(player=player, hash=_hash(player, code)) for code in codes]
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


class CodeRefused(Exception):
    """This is no code that the account may use now. `message` says why, in the current language."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def use_code(player: User, typed: str) -> None:
    """Use a code of the app or a recovery code. Each works once. Raises CodeRefused."""
    code = "".join(typed.split()).replace("-", "").casefold()
    if code.isascii() and code.isdigit() and len(code) == DIGITS:
        _use_code_of_app(player, code)
        return
    deleted, _ = RecoveryCode.objects.filter(player=player, hash=_hash(player, code)).delete()
    if not deleted:
        raise wrong_code()


def wrong_code() -> CodeRefused:
    return CodeRefused(gettext("That is not the code."))


def _use_code_of_app(player: User, code: str) -> None:
    with transaction.atomic():
        # The lock lets a code that is sent twice at the same time in only once.
        app = Authenticator.objects.select_for_update().filter(
            player=player, confirmed_at__isnull=False
        )
        found = app.first()
        if found is None:
            raise wrong_code()
        secret = keyring().decrypt(bytes(found.secret), app_context(player.pk))
        now = utc_now().timestamp()
        step = find_step(secret, code, now, found.last_step)
        if step is None:
            if find_step(secret, code, now, after=0) is None:
                raise wrong_code()
            raise CodeRefused(
                gettext("This code was used. Wait until your app shows the next one.")
            )
        app.update(last_step=step)


def remove_app(player: User) -> None:
    Authenticator.objects.filter(player=player).delete()


def forget_codes(player: User) -> None:
    RecoveryCode.objects.filter(player=player).delete()


def remove_all(player: User) -> None:
    remove_app(player)
    forget_codes(player)
    Passkey.objects.filter(player=player).delete()


def exported(player: User) -> dict[str, Any]:
    """Return what the export says of the account's second factors."""
    return {
        "app": find_app(player) is not None,
        "asks_passkey": player.asks_passkey,
        "passkeys": [
            {"name": each.name, "created": each.created_at.isoformat()}
            for each in Passkey.objects.filter(player=player).order_by("pk")
        ],
    }


def _hash(player: User, code: str) -> str:
    return hashlib.sha256(f"recovery|{player.pk}|{code}".encode()).hexdigest()
