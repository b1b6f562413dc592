"""What all our sockets share: frames in, commands obeyed one after the other, answers out."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError

from games import protocol
from games.clock import monotonic, now_ms
from games.engine import IllegalAction
from games.protocol import CloseCode, Command, CommandDecoder, ErrorCode, ProtocolError
from games.rate_limits import LimitedError, spend
from games.rooms import Refused
from games.server.extension import SEND_TEXT
from games.sockets.connection_limit import close_at_once
from games.sockets.outbox import Outbox, Send, Wire
from games.sockets.session import Visitor, visitor_of
from games.sockets.token_bucket import TokenBucket

logger = logging.getLogger(__name__)

# Refused so often for haste, a socket is closed.
MOST_STRIKES = 100
# No command takes longer, unless the database hangs: then the player is told to try again.
COMMAND_S = 15.0
# So long may the last frames take to a client that is closed.
CLOSE_S = 2.0

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Handler = Callable[[Any, Any], Awaitable[int | None]]


class Connection(ABC):
    """One websocket, from the handshake to the end."""

    LANGUAGE: ClassVar[CommandDecoder]
    HANDLERS: ClassVar[dict[type[Command], Handler]]

    def __init__(self, visitor: Visitor, wire: Wire) -> None:
        user = visitor.user
        self.player: int | None = None if user is None else user.pk
        self.name: str | None = None if user is None else user.name
        self.guest = user is not None and user.is_guest
        self.session = visitor.session
        self.session_hash = "" if user is None else user.get_session_auth_hash()
        self.address = visitor.address
        self.heard_at = monotonic()
        self._outbox = Outbox(wire, on_failure=self._abandon)
        self._bucket = TokenBucket(settings.SOCKET_RATE, settings.SOCKET_BURST)
        self._strikes = 0
        self._task: asyncio.Task[Any] | None = None
        self._abandoned = False
        self._busy = False
        self._late = False

    @abstractmethod
    async def enter(self) -> bool:
        """Take one's place and send the welcome; False (after `drop`) if there is no place."""

    @abstractmethod
    def leave(self) -> None:
        """Give one's place up. May be called again."""

    # --- What the place sees --------------------------------------------------------------

    def post(self, text: str) -> None:
        """Send one frame, soon and in order."""
        self._outbox.say(text)

    def say(self, message: dict[str, Any]) -> None:
        """Send one message."""
        self.post(protocol.encode(message))

    def drop(self, code: int) -> None:
        """Close with this code and leave."""
        self._outbox.close(code)
        self.leave()

    def welcome(self, **truth: Any) -> None:
        """Send the first message: who you are, and the whole truth."""
        self.say(
            {
                "type": "welcome",
                "protocol": protocol.VERSION,
                "time": now_ms(),
                "you": {"player": self.player, "name": self.name, "guest": self.guest},
                **truth,
            }
        )

    def me(self) -> int:
        """Return who acts. Raises Refused for somebody without a name."""
        if self.player is None:
            raise Refused(ErrorCode.SIGN_IN_FIRST, "Tell us your name first.")
        return self.player

    def spend(self, what: str, code: ErrorCode) -> None:
        """Count one `what` (a key of settings.LIMITS) of mine, in whatever socket. Raises Refused
        with `code` if it was one too many.
        """
        if not settings.SOCKET_RATE:
            return
        try:
            spend(what, self.me())
        except LimitedError as limited:
            raise Refused(code, limited.message) from limited

    # --- The connection -------------------------------------------------------------------

    async def run(self, receive: Receive) -> None:
        """Serve the connection until it ends."""
        self._task = asyncio.current_task()
        try:
            await self._serve(receive)
        except asyncio.CancelledError:
            if not self._abandoned:
                raise
        finally:
            self._task = None
            self.leave()
            await self._outbox.finish(CLOSE_S)

    async def _serve(self, receive: Receive) -> None:
        await receive()
        self._outbox.post({"type": "websocket.accept"})
        try:
            entered = await self.enter()
        except DatabaseError as error:
            logger.warning("a socket could not be opened: %s", error)
            self.drop(CloseCode.UNAVAILABLE)
            return
        if not entered:
            return
        while not self._outbox.closed:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            await self._hear(message.get("text"))

    def _abandon(self) -> None:
        """The client is gone, or does not read: end, or the server would keep the connection."""
        self.leave()
        # In its own task `_serve` sees by itself that the outbox is closed.
        if self._task is not None and self._task is not asyncio.current_task():
            self._abandoned = True
            self._task.cancel()

    async def _hear(self, text: str | None) -> None:
        self.heard_at = monotonic()
        if not self._bucket.take():
            self._strikes += 1
            if self._strikes > MOST_STRIKES:
                self.drop(CloseCode.FLOODING)
            else:
                self._refuse(ErrorCode.RATE_LIMITED, "Slow down a little.", None)
            return
        if text is None:
            self._refuse(ErrorCode.BAD_MESSAGE, "Text frames only, please.", None)
            return
        try:
            command = self.LANGUAGE.parse(text)
        except ProtocolError as error:
            self._refuse(error.code, str(error), protocol.id_of(text))
            return
        await self._obey(command)

    async def _obey(self, command: Command) -> None:
        self._busy = True
        try:
            seq = await self.HANDLERS[type(command)](self, command)
        except (Refused, IllegalAction) as refusal:
            self._refuse(refusal.code, str(refusal), command.id)
        except asyncio.CancelledError:
            if not self._late:
                raise
            self._late = False
            assert self._task is not None
            self._task.uncancel()
            self._refuse(ErrorCode.BUSY, protocol.TRY_AGAIN, command.id)
        except (OperationalError, InterfaceError) as error:
            logger.warning("the database is away: %s", error)
            self._refuse(ErrorCode.BUSY, protocol.TRY_AGAIN, command.id)
        except Exception:  # our own fault: told, logged, and the connection lives on
            incident = secrets.token_hex(4)
            logger.exception("incident %s: a command failed", incident)
            message = f"Something went wrong here (incident {incident})."
            self._refuse(ErrorCode.SERVER_ERROR, message, command.id)
        else:
            if command.id is not None:
                self.say(protocol.ack(command.id, seq))
        finally:
            self._busy = False

    def hurry(self, now: float) -> None:
        """Tell the player to try again if what he wants takes too long. `now`: monotonic seconds.

        Called every second for all: cheaper than a timer for each command.
        """
        # One command at a time: the last frame heard is the one that is being obeyed.
        if self._busy and not self._late and now - self.heard_at > COMMAND_S:
            assert self._task is not None
            self._late = True
            self._task.cancel()

    def _refuse(self, code: str, message: str, id_: str | None) -> None:
        self.say(protocol.error(code, message, id_))


async def serve(
    make: Callable[[Visitor, Wire], Connection], scope: Scope, receive: Receive, send: Send
) -> None:
    """Find out who comes, and serve his connection."""
    try:
        visitor = await visitor_of(scope)
    except DatabaseError as error:
        logger.warning("a socket could not be opened: %s", error)
        await close_at_once(receive, send, CloseCode.UNAVAILABLE)
        return
    wire = Wire(send, scope.get("extensions", {}).get(SEND_TEXT))
    await make(visitor, wire).run(receive)


async def no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer sockets at addresses that do not exist, without a traceback a visitor can cause."""
    await close_at_once(receive, send, CloseCode.NO_SUCH_ROOM)
