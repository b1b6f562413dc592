"""Accounts with second factors, and browsers that show them."""

import re
from typing import Any

from django.test import Client

from games.models import Passkey, User
from games.platform.clock import utc_now
from games.site.account.factors import authenticators
from tests.support.people import PASSWORD
from tests.system.attack.authenticator import Authenticator

PAGE = "/settings/second-factor/"
PASSKEYS = "/settings/passkeys"
SECRET = b"12345678901234567890"
KEY = re.compile(r"<code>((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})</code>")
CODE = re.compile(r"<code>([a-z0-9]{5}-[a-z0-9]{5})</code>")


class Factors:
    """The factors that an account was given, as their owner has them."""

    def __init__(self, player: User, kinds: str) -> None:
        """Give the account some of "app", "passkey" and "codes"; no session has shown any."""
        self.codes: list[str] = []
        self.key = Authenticator()
        if "app" in kinds:
            # A code of long ago, so that today's are not used up.
            before = authenticators.step_at(utc_now().timestamp()) - 1
            authenticators.set_app(player, SECRET, authenticators.code_at(SECRET, before))
            authenticators.forget_codes(player)
        if "codes" in kinds:
            self.codes = authenticators.new_codes(player)
        if "passkey" in kinds:
            add_passkey(player, self.key)
        self.kinds = kinds

    def show(self, client: Client) -> None:
        """Show one of them on the page of the settings."""
        if "app" in self.kinds or "codes" in self.kinds:
            code = self.codes[0] if self.codes else code_now()
            answer = post(client, PAGE, do="pass", code=code)
            assert answer.status_code == 302
        elif "passkey" in self.kinds:
            assert show_passkey(client, self.key) == 200


def add_passkey(player: User, key: Authenticator, site: str = "testserver") -> Passkey:
    """Store the key as a passkey of the account."""
    return Passkey.objects.create(
        player=player,
        credential=key.id,
        public_key=key.public_key,
        name="Phone",
        site=site,
        created_at=utc_now(),
    )


def post(client: Client, path: str, **form: str) -> Any:
    return client.post(path, form, secure=True)


def show_passkey(client: Client, key: Authenticator) -> int:
    """Show a passkey on the page of the settings; return the status."""
    options = post(client, "/sign-in/passkey/options").json()
    status: int = post(client, f"{PASSKEYS}/show", answer=key.sign_in(options)).status_code
    return status


def code_now(secret: bytes = SECRET) -> str:
    """What an app with this secret shows now."""
    return authenticators.code_at(secret, authenticators.step_at(utc_now().timestamp()))


def knows_password(client: Client, path: str, **form: str) -> Any:
    return post(client, path, password=PASSWORD, **form)
