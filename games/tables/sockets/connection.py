"""The base of all sockets: decode frames, do commands one at a time, send answers."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from types import ModuleType
from typing import Any, ClassVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils.translation import gettext, override
from msgspec import UNSET

from games.core.engine import IllegalAction
from games.core.protocol.errors import TRY_AGAIN, CloseCode, ErrorCode, ProtocolError, Refused
from games.core.protocol.frames import (
    Ack,
    Command,
    CommandDecoder,
    Error,
    Message,
    You,
    encode,
    id_of,
)
from games.core.refusal import Refusal
from games.people.conduct.contact import Contact, locked_contact
from games.platform import metrics
from games.platform.clock import monotonic
from games.platform.language import translated
from games.platform.limits.buckets import TokenBucket
from games.platform.limits.connection_limit import Place, accept_and_close
from games.platform.limits.loop_share import LOOP_SHARE
from games.platform.limits.origin import work_for
from games.platform.limits.rates import socket_address
from games.platform.limits.turns import HANDSHAKES, pace_handshakes
from games.platform.server.extension import ATTACH, SEND_TEXT
from games.platform.server.logs import log_for_connection
from games.tables.sockets.handlers import Handler, PromptHandler, handlers_of, prompt_handlers_of
from games.tables.sockets.outbox import Outbox, Send, Wire
from games.tables.sockets.session import ClientLimits, Visitor, visitor_of

logger = logging.getLogger(__name__)

# After this many frames over the rate limit a socket is closed.
MAX_STRIKES = 100
# A command that takes longer than this is ended and refused with "busy": the database hangs.
COMMAND_S = 15.0
# How many commands that still wait are done for a client that has gone.
LAST_COMMANDS = 4
# When a socket is closed, its last frames have this long to be sent.
CLOSE_S = 2.0

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Attach = Callable[["Connection"], None]


class Connection(ABC):
    """One websocket, from the handshake to the end."""

    KIND: ClassVar[str]
    """What the socket is for: "room" or "lobby"."""
    DECODER: ClassVar[CommandDecoder]
    COMMANDS: ClassVar[tuple[ModuleType, ...]] = ()
    """Modules with more handlers."""
    HANDLERS: ClassVar[dict[type[Command], Handler]]
    PROMPT_HANDLERS: ClassVar[dict[type[Command], PromptHandler]]

    def __init_subclass__(cls) -> None:
        places: tuple[type | ModuleType, ...] = (*cls.__mro__, *cls.COMMANDS)
        cls.HANDLERS, cls.PROMPT_HANDLERS = handlers_of(*places), prompt_handlers_of(*places)

    def __init__(self, visitor: Visitor, wire: Wire) -> None:
        user = None if visitor.is_nobody else visitor.user
        self._visitor = visitor
        self.limits = ClientLimits(visitor)
        self.whole = False
        self.player = visitor.player
        self.account = visitor.account
        self.name: str | None = None if user is None else user.name
        self.guest = user is not None and user.is_guest
        self.session = visitor.session
        self.password = "" if visitor.user is None else visitor.user.password
        self.contact = visitor.contact
        self.contact_rev = 0 if visitor.user is None else visitor.user.contact_rev
        self.address = visitor.address
        self.language = visitor.language
        # When the client last sent anything, and when the last command began.
        self.heard_at = self._begun_at = monotonic()
        self._outbox = Outbox(wire, self)
        self._bucket = TokenBucket(settings.SOCKET_RATE, settings.SOCKET_BURST)
        self._strikes = 0
        # Opens the connection; then, for a server that cannot attach, it waits for messages.
        self._server: asyncio.Task[Any] | None = None
        # Does a command.
        self._task: asyncio.Task[Any] | None = None
        self._abandoned = False
        # Messages that wait until a command is done.
        self._inbox: deque[dict[str, Any]] = deque()
        self._is_attached = False
        self._place: Place | None = None
        # What commands run in: it names the room and the connection, and for whom they work.
        self._context = copy_context()
        self._context.run(work_for, visitor.address)
        # Whether a command is being done, and whether it was ended for taking too long.
        self._busy = False
        self._timed_out = False

    @abstractmethod
    async def enter(self) -> bool:
        """Join the room or the lobby, and send the welcome. Return False after a `drop`."""

    @abstractmethod
    def leave(self) -> None:
        """Leave the room or the lobby. May be called again."""

    # For rooms and the lobby

    def send_text(self, text: str) -> None:
        """Send one frame, soon and in order."""
        self._outbox.send_text(text)

    def send(self, message: Message) -> None:
        self.send_text(encode(message))

    def drop(self, code: CloseCode) -> None:
        """Close with this code and leave."""
        metrics.CLOSES.add(of=str(code))
        self._outbox.close(code)
        self.leave()

    def adopt_contact(self, rev: int, contact: Contact) -> None:
        """Take over whom the player hears from now on."""
        on_device = self._visitor.on_locked_device
        self.contact = locked_contact(contact, self.account) if on_device else contact
        self.contact_rev = rev

    # For handlers

    def you(self) -> You:
        return You(self.player, self.name, self.guest)

    def me(self) -> int:
        """Return the player's id. Raises Refused for somebody without a name."""
        return self._visitor.me() if self.player is None else self.player

    # The connection

    async def run(
        self, receive: Receive, attach: Attach | None = None, place: Place | None = None
    ) -> None:
        """Serve the connection until it ends, or if the server can `attach` it, until it is open.

        `place`: what to release at the end of an attached connection.
        """
        self._server = asyncio.current_task()
        try:
            is_open = await self._open(receive) and not self._outbox.closed
            if is_open and attach is not None:
                self._keep_open(attach, place)
            elif is_open:
                await self._serve(receive)
        except asyncio.CancelledError:
            if not self._abandoned:
                raise
        finally:
            self._server = None
            if not self._is_attached:
                self.leave()
                await self._outbox.finish(CLOSE_S)

    async def _open(self, receive: Receive) -> bool:
        await receive()
        await self._outbox.accept()
        try:
            async with HANDSHAKES.turn_of(self.address):
                entered = await self.enter()
            if entered:
                metrics.WELCOMES.observe(monotonic() - self._begun_at, self.KIND)
            return entered
        except Refused:
            self.drop(CloseCode.TOO_MANY_SOCKETS)
        except DatabaseError as error:
            logger.warning("a socket could not be opened: %s", error)
            self.drop(CloseCode.UNAVAILABLE)
        return False

    async def _serve(self, receive: Receive) -> None:
        """Do what a server does that can attach: pass the messages on."""
        try:
            while not self._outbox.closed:
                message = await receive()
                if message["type"] == "websocket.disconnect":
                    return
                self.on_message(message)
                # Take no more than one: what a client sends meanwhile waits in the server.
                if self._task is not None:
                    await asyncio.wait({self._task})
        finally:
            if self._task is not None:
                self._task.cancel()
                await asyncio.wait({self._task})

    @property
    def waiting(self) -> int:
        return len(self._inbox)

    @property
    def running(self) -> asyncio.Task[Any] | None:
        return self._task

    def _keep_open(self, attach: Attach, place: Place | None) -> None:
        self._is_attached = True
        self._place = place
        if place is not None:
            place.is_kept = True
        attach(self)

    def on_message(self, message: dict[str, Any]) -> None:
        """Handle an ASGI event, at once or after the commands before it.

        The connection has a task only while a command waits for something.
        """
        if self._task is not None:
            if message["type"] == "websocket.disconnect":
                while len(self._inbox) > LAST_COMMANDS:
                    self._inbox.pop()
            self._inbox.append(message)
        elif message["type"] == "websocket.disconnect":
            self._task = self._start(self._end())
        elif not self._outbox.closed:
            command = self._read(message.get("text"))
            if command is None:
                return
            if not self.do_at_once(command):
                self._task = self._start(self._work(command))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return asyncio.create_task(work, context=self._context.copy())

    def on_pong(self) -> None:
        """Note that the client is there. It does not prolong the command that is being done."""
        self.heard_at = monotonic()

    def do_at_once(self, command: Command) -> bool:
        """Do a command that needs no waiting. Return whether it was one, done or refused."""
        handler = self.PROMPT_HANDLERS.get(type(command))
        if handler is None:
            return False
        try:
            self._context.run(handler, self, command)
        except Exception as error:
            self._fail(command, error)
        else:
            self._succeed(command, None)
        return True

    async def _work(self, command: Command | None) -> None:
        """Do a command that waits, then the ones that came meanwhile."""
        try:
            while True:
                if command is not None:
                    await self._execute(command)
                if not self._inbox:
                    return
                message = self._inbox.popleft()
                if message["type"] == "websocket.disconnect":
                    await self._end()
                    return
                # Those who send many at once have less of the loop than those who play.
                await LOOP_SHARE.turn(self.address)
                command = None if self._outbox.closed else self._read(message.get("text"))
                if command is not None and self.do_at_once(command):
                    command = None
        except asyncio.CancelledError:
            if not self._abandoned:
                raise
            await self._end()
        finally:
            self._task = None

    async def _end(self) -> None:
        """Leave: the client has gone, or is being left."""
        self.leave()
        if self._place is not None:
            self._place.release()
        await self._outbox.finish(CLOSE_S)
        self._task = None

    def abandon(self) -> None:
        # The client is gone or does not read: the server would keep its connection.
        self.leave()
        # Do not cancel the task that is running this: it checks the outbox by itself.
        for task in (self._task, self._server):
            if task is not None and task is not asyncio.current_task():
                self._abandoned = True
                task.cancel()

    def _read(self, text: str | None) -> Command | None:
        """Return the command that a message is; None if it was refused."""
        self.heard_at = self._begun_at = monotonic()
        # Before the message is read: reading costs time, too.
        if not self._bucket.take():
            self._strikes += 1
            if self._strikes > MAX_STRIKES:
                self.drop(CloseCode.FLOODING)
            else:
                self._refuse(ErrorCode.RATE_LIMITED, "Slow down a little.", None)
            return None
        if text is None:
            self._refuse(ErrorCode.BAD_MESSAGE, "Text frames only, please.", None)
            return None
        try:
            return self.DECODER.parse(text)
        except ProtocolError as error:
            self._refuse(error.code, error, id_of(text))
            return None

    async def _execute(self, command: Command) -> None:
        self._busy = True
        try:
            seq = await self.HANDLERS[type(command)](self, command)
        except asyncio.CancelledError:
            if not self._timed_out:
                raise
            self._timed_out = False
            assert self._task is not None
            self._task.uncancel()
            self._refuse(ErrorCode.BUSY, TRY_AGAIN, command.id)
        except Exception as error:
            self._fail(command, error)
        else:
            self._succeed(command, seq)
        finally:
            self._busy = False

    def _succeed(self, command: Command, seq: int | None) -> None:
        if command.id is not None:
            self.send(Ack(id=command.id, seq=UNSET if seq is None else seq))
        self._note_done(command)

    def _fail(self, command: Command, error: Exception) -> None:
        """Tell the client why a command was not done. The connection stays open."""
        match error:
            case Refused() | IllegalAction():
                self._refuse(error.code, error, command.id)
            case OperationalError() | InterfaceError():
                logger.warning("the database is down: %s", error)
                self._refuse(ErrorCode.BUSY, TRY_AGAIN, command.id)
            case _:  # a bug
                incident = secrets.token_hex(4)
                logger.error("incident %s: a command failed", incident, exc_info=error)
                why = Refused(
                    ErrorCode.SERVER_ERROR,
                    "Something went wrong here (incident %(incident)s).",
                    incident=incident,
                )
                self._refuse(why.code, why, command.id)

    def _note_done(self, command: Command) -> None:
        metrics.COMMANDS.observe(monotonic() - self._begun_at, str(command.__struct_config__.tag))

    def enforce_timeout(self, now: float) -> None:
        """End a command that takes too long. `now`: monotonic seconds.

        Called every two seconds for all sockets, which is cheaper than a timer for each command.
        """
        if self._busy and not self._timed_out and now - self._begun_at > COMMAND_S:
            assert self._task is not None
            self._timed_out = True
            self._task.cancel()

    def _refuse(self, code: str, why: Refusal | str, id_: str | None) -> None:
        metrics.REFUSALS.add(of=code)
        free = None if isinstance(why, str) else why.free
        with override(self.language):
            message = gettext(why) if isinstance(why, str) else translated(why)
            # The values of a refusal may be names of others.
            if self.contact.locked and not isinstance(why, str) and why.values and not free:
                message = gettext("That is not possible now.")
        self.send(
            Error(
                code=ErrorCode(code),
                message=message,
                free=free or UNSET,
                id=UNSET if id_ is None else id_,
            )
        )


async def serve(
    make: Callable[[Visitor, Wire], Connection], scope: Scope, receive: Receive, send: Send
) -> None:
    log_for_connection(scope["url_route"]["kwargs"].get("code", ""))
    try:
        address = socket_address(scope)
        async with HANDSHAKES.turn_of(address):
            await pace_handshakes(address)
            visitor = await visitor_of(scope, address)
    except Refused:
        await accept_and_close(receive, send, CloseCode.TOO_MANY_SOCKETS)
        return
    except DatabaseError as error:
        logger.warning("a socket could not be opened: %s", error)
        await accept_and_close(receive, send, CloseCode.UNAVAILABLE)
        return
    extensions = scope.get("extensions", {})
    wire = Wire(send, extensions.get(SEND_TEXT))
    connection = make(visitor, wire)
    await connection.run(receive, extensions.get(ATTACH), scope.get("place"))


async def no_such_socket(scope: Scope, receive: Receive, send: Send) -> None:
    # Channels would log a traceback for an address that does not exist.
    await accept_and_close(receive, send, CloseCode.NO_SUCH_ROOM)
