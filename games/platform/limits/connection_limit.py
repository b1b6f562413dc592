"""Limits for the sockets of one internet address: how many are open, and how fast they open.

Each process counts its own, as with all limits (games/platform/limits/rates.py). A socket over the
limit is closed before anything is read from the database for it.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings

from games.core.protocol.errors import CloseCode
from games.platform.limits.page_limit import ASGIApp
from games.platform.limits.rates import LimitedError, socket_address, spend


class Place:
    """One socket in the count of its address. A connection that outlives its handler keeps it, and
    releases it at its end.
    """

    __slots__ = ("_release", "is_kept")

    def __init__(self, release: Callable[[], None]) -> None:
        self._release: Callable[[], None] | None = release
        self.is_kept = False

    def release(self) -> None:
        """Stop counting the socket. May be called again."""
        if self._release is not None:
            self._release()
            self._release = None


class ConnectionLimit:
    """Middleware that closes a socket if its address has too many."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        address = socket_address(scope)
        if not self._admits(address):
            await accept_and_close(receive, send, CloseCode.TOO_MANY_SOCKETS)
            return
        self._open[address] += 1
        scope["place"] = place = Place(partial(self._release, address))
        try:
            await self.inner(scope, receive, send)
        finally:
            if not place.is_kept:
                place.release()

    def _release(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def _admits(self, address: str) -> bool:
        most = settings.SOCKETS_PER_ADDRESS
        if not most or not settings.SOCKET_RATE:
            return True
        try:
            spend("socket", address)
        except LimitedError:
            return False
        return self._open[address] < most


async def accept_and_close(receive: Any, send: Any, code: CloseCode) -> None:
    # The socket is accepted first: browsers do not show the code of one that is refused.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code.value})
