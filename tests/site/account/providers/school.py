"""A real OpenID provider for tests: `oidc-provider-mock`, in a thread of this process.

What a person's claims say replaces what the provider would put into the signed ID token.
"""

import html
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import flask
import pytest
import requests
from authlib.jose import RSAKey
from django.test import Client
from oidc_provider_mock import _app, _server
from oidc_provider_mock._app import app as new_app

ADDRESS = re.compile(r'http-equiv="refresh" content="0; url=([^"]+)"')
TIMEOUT_S = 10


class School(NamedTuple):
    """A provider that runs. `issuer`: its address."""

    issuer: str
    app: flask.Flask
    storage: list[Any]
    """The provider's own storage, once it has answered anything."""
    asked: list[str]
    """The paths that were asked, in order."""

    def person(self, sub: str, **claims: Any) -> None:
        """Let somebody have an account there."""
        answer = requests.put(f"{self.issuer}/users/{sub}", json=claims, timeout=TIMEOUT_S)
        assert answer.status_code == 204, answer.text

    def new_key(self, kid: str | None) -> None:
        """Sign with another key from now on, which has this name."""
        options = {"kid": kid} if kid else None
        self.storage[0].jwk = RSAKey.generate_key(2048, options, is_private=True)

    def settings(self, **more: str) -> dict[str, str]:
        """The variables that the operator of the site sets."""
        return {
            "NAME": "School",
            "ISSUER": self.issuer,
            "CLIENT_ID": "yacht",
            "CLIENT_SECRET": "secret",
            **more,
        }


def name_key(patch: pytest.MonkeyPatch) -> None:
    """Let the provider say with which key it has signed, if the key has a name."""
    header = _app.OpenIDCode.get_encode_header

    def named(self: Any, client: Any) -> dict[str, str]:
        kid = _app.storage.jwk.tokens.get("kid")
        return {**header(self, client), **({"kid": kid} if kid else {})}

    patch.setattr(_app.OpenIDCode, "get_encode_header", named)


@contextmanager
def running_school() -> Iterator[School]:
    """Run a provider on a free port of this machine."""
    app = new_app(require_nonce=True)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    storage: list[Any] = []
    asked: list[str] = []

    def note() -> None:
        asked.append(flask.request.path)
        if not storage:
            storage.append(flask.g.oidc_provider_mock_storage)

    app.before_request(note)
    with _server._threaded_server(app=app) as server:
        issuer = f"http://localhost:{server.server_port}"
        requests.get(f"{issuer}/jwks", timeout=TIMEOUT_S)
        yield School(issuer, app, storage, asked)


def address_of(answer: Any) -> str:
    """Where the page that leads away leads."""
    found = ADDRESS.search(answer.content.decode())
    assert found is not None, (answer.status_code, answer.content.decode())
    return html.unescape(found[1])


def asked_of(answer: Any) -> dict[str, str]:
    """What the provider is asked."""
    return {key: each[0] for key, each in parse_qs(urlsplit(address_of(answer)).query).items()}


def agree(address: str, sub: str, **form: str) -> str:
    """Sign in at the provider as `sub`; return the path that leads back."""
    answer = requests.post(
        address, data={"sub": sub, **form}, allow_redirects=False, timeout=TIMEOUT_S
    )
    assert answer.status_code == 302, answer.text
    parts = urlsplit(answer.headers["Location"])
    assert parts.netloc == "testserver"
    return f"{parts.path}?{parts.query}"


def sign_in(browser: Client, sub: str, provider: str = "school", **form: str) -> Any:
    """Go the whole way from the button; return the answer of the site at its end."""
    left = browser.post(f"/sign-in/with/{provider}/", form)
    return browser.get(agree(address_of(left), sub))


def sign_up(browser: Client, sub: str, name: str, provider: str = "school") -> Any:
    """The same for somebody who has no account yet, with the page that asks for a name."""
    answer = sign_in(browser, sub, provider)
    assert answer["Location"] == "/sign-up/name/", answer.content.decode()
    return browser.post("/sign-up/name/", {"name": name, "email": ""})
