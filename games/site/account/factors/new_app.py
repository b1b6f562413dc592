"""An app that is being set up: its secret waits in the session until a code confirms it."""

import base64

from django.http import HttpRequest

from games.platform.clock import utc_now
from games.platform.encryption import keyring
from games.site.account.factors import authenticators
from games.site.shared.pages.shortcuts import me

KEY = "new_app"
LASTS_S = 900


def begin(request: HttpRequest) -> bytes:
    """Return a new secret, for this session only. The caller has checked the password."""
    secret = authenticators.new_secret()
    sealed = keyring().encrypt(secret, _place(request))
    until = utc_now().timestamp() + LASTS_S
    request.session[KEY] = {"secret": base64.b64encode(sealed).decode(), "until": until}
    return secret


def find(request: HttpRequest) -> bytes | None:
    """Return the secret of the app that this session sets up, None if there is none."""
    found = request.session.get(KEY)
    if found is None or utc_now().timestamp() > found["until"]:
        return None
    return keyring().decrypt(base64.b64decode(found["secret"]), _place(request))


def end(request: HttpRequest) -> None:
    request.session.pop(KEY, None)


def _place(request: HttpRequest) -> bytes:
    return f"new app|{me(request).pk}".encode()
