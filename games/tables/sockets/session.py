"""The user who opens a socket, read from the session once, on connecting; and the limits of this
client, per player across all tabs and per internet address.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import CookieError
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.http.cookie import parse_cookie
from django.utils.translation import override

from games.core.protocol.errors import ErrorCode, Refused
from games.people.accounts.models import User
from games.people.accounts.tokens import bearer_token
from games.people.conduct.contact import OPEN, Contact, locked_contact
from games.people.family.device import is_locked
from games.platform.language import language_of_headers
from games.platform.limits.rates import LimitedError, spend
from games.platform.limits.turns import CHANGES, keep_pace
from games.tables.live.registry import current_hubs


class Visitor(NamedTuple):
    """A session and its user, both None for somebody without a name. `address`: the internet
    address that limits count. `language`: the language of the page. `contact`: whom they hear.
    `on_locked_device`: whether a family lock is on for the person here. `is_nobody`: whether they
    asked to be nobody.
    """

    session: str | None
    user: User | None
    address: str
    language: str = settings.LANGUAGE_CODE
    contact: Contact = OPEN
    on_locked_device: bool = False
    is_nobody: bool = False

    @property
    def account(self) -> int | None:
        """The id of the player whose browser it is, whether or not they are named."""
        return None if self.user is None else self.user.pk

    @property
    def player(self) -> int | None:
        return None if self.is_nobody else self.account

    def as_nobody(self) -> Self:
        """Return the same visitor without a name. What they do not want to see stays hidden."""
        return self._replace(is_nobody=True)

    def me(self) -> int:
        """Return the player's id. Raises Refused for somebody without a name."""
        player = self.player
        if player is None:
            raise Refused(ErrorCode.SIGN_IN_FIRST, "Please choose a name first.")
        return player


async def visitor_of(scope: dict[str, Any], address: str) -> Visitor:
    """Return the visitor behind the token or the cookies of this websocket handshake."""
    key = _session_key(dict(scope["headers"]))
    found = await current_hubs().sessions.get(key) if key else None
    language = language_of_headers(scope["headers"])
    on_device = is_locked(_cookies(dict(scope["headers"])))
    if found is None:
        return Visitor(None, None, address, language, locked_contact(OPEN) if on_device else OPEN)
    player = found.session.user.pk
    contact = locked_contact(found.contact, player) if on_device else found.contact
    return Visitor(*found.session, address, language, contact, on_device)


def _session_key(headers: dict[bytes, bytes]) -> str | None:
    token = bearer_token(headers.get(b"authorization", b"").decode("latin1"))
    if token is not None:
        return token
    return _cookies(headers).get(settings.SESSION_COOKIE_NAME)


def _cookies(headers: dict[bytes, bytes]) -> dict[str, str]:
    try:
        return parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    except CookieError:
        return {}


class ClientLimits:
    """Counts what a client asks for, and makes it wait for its turn. `spend` raises Refused."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor

    def spend(self, what: str, code: ErrorCode = ErrorCode.RATE_LIMITED) -> None:
        """Count one `what` (a key of settings.LIMITS) of the player, in all tabs."""
        self.spend_for(self._visitor.me(), what, code)

    def spend_for_address(self, what: str) -> None:
        """Count one `what` of the client's internet address."""
        if settings.SOCKETS_PER_ADDRESS:
            self.spend_for(self._visitor.address, what)

    def spend_for(self, who: object, what: str, code: ErrorCode = ErrorCode.RATE_LIMITED) -> None:
        """Count one `what` of anything, such as a room."""
        if not settings.SOCKET_RATE:
            return
        try:
            spend(what, who)
        except LimitedError as limited:
            with override(self._visitor.language):
                raise Refused(code, limited.message) from limited

    @asynccontextmanager
    async def one_change(self, *, paced: bool = True) -> AsyncIterator[None]:
        """Count a change by the player, and wait for the turn of their address.

        `paced`: wait also until the limit "change-address" allows it. Raises Refused.
        """
        self.spend("change")
        address = self._visitor.address
        async with CHANGES.turn_of(address):
            if paced:
                await keep_pace("change-address", address)
            yield
