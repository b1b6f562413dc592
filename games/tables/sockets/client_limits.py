"""The limits of one client: per player, across all tabs, and per internet address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings
from django.utils.translation import override

from games.core.protocol.errors import ErrorCode, Refused
from games.platform.limits.rates import LimitedError, spend
from games.platform.limits.turns import CHANGES, keep_pace
from games.tables.sockets.session import Visitor


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
