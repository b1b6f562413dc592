"""All live rooms of this process, and the loops that keep them up to date."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.db import DatabaseError

from games.core.protocol.errors import CloseCode
from games.platform.clock import monotonic
from games.platform.database.batch_reads import BatchReader
from games.platform.database.threads import in_database
from games.tables.live.audience import Listener
from games.tables.live.presence import ASK_AGAIN_S, REPEAT_S
from games.tables.live.process import Process
from games.tables.live.process_hints import (
    LOBBY_ID,
    ChatAdvanced,
    GameAdvanced,
    Hint,
    PeopleChanged,
    PeopleHere,
    ReactionShown,
    RoomAdvanced,
    RoomJoined,
    RoomRewritten,
    RoomShared,
    SelectionChanged,
    ServerChanged,
)
from games.tables.live.reconciler import OpenSession, Reconciler, check_sessions, find_entrances
from games.tables.live.room import RoomHub
from games.tables.live.room_data import read_rooms

logger = logging.getLogger(__name__)

TICK_S = 2.0
# After each batch of this many rooms, a tick lets waiting moves go first.
ROOMS_AT_ONCE = 50
# How often rooms are compared with the database, to find changes whose hints were lost.
RECONCILE_S = 5.0
# How often sockets are compared with their sessions (signed out, banned, deleted) and contacts. A
# change must show within 15 s without Redis.
RECHECK_S = 10.0
SESSIONS_AT_ONCE = 1000
# A socket that sends nothing for this long, neither a message nor a pong, is closed. The server
# pings earlier (games/platform/server/server.py): the timers of hidden tabs run once a minute.
SILENT_S = 45.0
# How long other processes have to say who is in a room: enough for the second question, too.
ANSWER_S = ASK_AGAIN_S + 0.5
# How often this process asks again for the hints of its rooms.
REJOIN_S = 60.0
# A room without sockets is dropped after this long.
IDLE_S = 60.0


class SiteHub(Protocol):
    """What is shown live beside rooms, such as the lobby or tournaments: its sockets here, and the
    loop that keeps it up to date.
    """

    def listeners(self) -> list[Listener]:
        """Return its sockets."""
        ...

    def site_changed(self) -> None:
        """Note that rooms, players or tickets have changed somewhere."""
        ...

    async def run(self) -> None:
        """Keep it up to date, until cancelled."""
        ...


H = TypeVar("H", bound=SiteHub)


class Hubs:
    """The live rooms of one process. Must be created in its event loop.

    `layer` is the channel layer that reaches other processes, None if there are none.
    """

    def __init__(self, layer: Any = None) -> None:
        self._site_hubs: dict[type[SiteHub], SiteHub] = {}
        self.process = Process(self._notify_site_hubs, layer, self._on_hint)
        self.sessions = BatchReader(find_entrances)
        self._rooms_to_read = BatchReader(read_rooms)
        self._loop = asyncio.get_running_loop()
        self.rooms: dict[str, RoomHub] = {}
        # The rooms whose bots this process is playing now.
        self.bots_playing: set[str] = set()
        self._entering: dict[str, asyncio.Task[RoomHub | None]] = {}
        self._by_id: dict[int, RoomHub] = {}
        self._reconciler = Reconciler(self._by_id, self.process)
        # Set, then replaced, when another process has said who is in its rooms.
        self._heard = asyncio.Event()
        self._loops = [
            asyncio.create_task(self._repeat(self._tick, TICK_S)),
            asyncio.create_task(self._repeat(self._reconciler.compare_all, RECONCILE_S)),
            asyncio.create_task(self._repeat(self._recheck_sessions, RECHECK_S)),
        ]
        bus = self.process.bus
        if bus is not None:
            self._loops.append(asyncio.create_task(self._repeat(self._repeat_presence, REPEAT_S)))
            self._loops.append(asyncio.create_task(self._repeat(self._join_again, REJOIN_S)))
            bus.start()
            bus.join(LOBBY_ID)
            bus.publish(ServerChanged(room=LOBBY_ID))

    async def close(self) -> None:
        """End all loops and write what is queued."""
        for task in (*self._loops, *self._entering.values()):
            task.cancel()
        self.sessions.close()
        self._rooms_to_read.close()
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self.process.close()

    def of(self, kind: type[H]) -> H:
        """Return the hub of this kind. The first call, in the event loop, creates it."""
        hub = self._site_hubs.get(kind)
        if hub is None:
            hub = self._site_hubs[kind] = kind()
            self._loops.append(asyncio.create_task(hub.run()))
        assert isinstance(hub, kind)
        return hub

    def _notify_site_hubs(self) -> None:
        for hub in tuple(self._site_hubs.values()):
            hub.site_changed()

    def count_sockets(self, kind: type[SiteHub]) -> int:
        """Return how many sockets such a hub has here. May be called in any thread."""
        hub = self._site_hubs.get(kind)
        return 0 if hub is None else len(hub.listeners())

    async def enter(self, code: str) -> RoomHub | None:
        """Return the live room with this code, loaded if necessary; None if there is none."""
        hub = self.rooms.get(code)
        if hub is not None:
            # The caller may use it for a while without a socket: a bot does.
            hub.idle_since = monotonic()
            return hub
        task = self._entering.get(code)
        if task is None:
            task = asyncio.create_task(self._load(code))
            self._entering[code] = task
            task.add_done_callback(lambda _: self._entering.pop(code, None))
        # Several visitors may wait for this task: one who leaves must not cancel it.
        return await asyncio.shield(task)

    async def _load(self, code: str) -> RoomHub | None:
        data = await self._rooms_to_read.get(code)
        if data is None:
            return None
        hub = RoomHub(data, self.process)
        self.rooms[code] = self._by_id[data.room.id] = hub
        if self.process.bus is not None:
            self.process.bus.join(data.room.id)
        return hub

    def run_soon(self, work: Callable[[], None]) -> None:
        """Run `work` in the event loop. May be called from any thread."""
        self._loop.call_soon_threadsafe(work)

    async def find_connected(
        self, hub: RoomHub, more: frozenset[int] = frozenset()
    ) -> frozenset[int] | None:
        """Return the players who are in a room, in any process, or None if that is unknown.

        Asks the other processes first if somebody with a seat, or one of `more`, seems to be away.
        """
        wanted = hub.room.players | more
        exchange = self.process.exchange
        # After a failure everybody reconnects at once, and the news may not have arrived yet.
        if exchange is not None and _lacks(hub, wanted):
            exchange.ask(hub.room.id)
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_S):
                    while _lacks(hub, wanted):
                        await self._heard.wait()
        return hub.connected()

    def may_blame_since(self, moment: float) -> bool:
        """Whether a player who has done nothing since that moment (monotonic seconds) could have
        acted.
        """
        layer_is_up = self.process.layer_is_up
        # No news of a failure means something only if this process would hear of one.
        hears = settings.EMBEDDED_WORKER if layer_is_up is None else layer_is_up
        return hears and self.process.health.is_good_since(moment)

    def note_stop(self) -> None:
        """Note that this process is about to stop, and tell the others."""
        self.process.health.note_stop()
        self.process.publish(ServerChanged(room=LOBBY_ID))

    def people_changed(self) -> None:
        """Have all processes close the sockets of players who have been signed out, and read the
        contacts that have changed.
        """
        self.process.spawn(self._recheck_sessions())
        self.process.publish(PeopleChanged(room=LOBBY_ID))

    def room_changed(self, room_id: int, reload: bool = False) -> None:
        """Have all processes read this room and its game again, after a change elsewhere.

        `reload`: the whole log, because what they know of the game may be wrong.
        """
        hub = self._by_id.get(room_id)
        if hub is not None:
            self._read_again(hub, reload)
        self.process.publish(RoomRewritten(room=room_id, reload=reload))
        self.process.notify_lobbies()

    def _read_again(self, hub: RoomHub, reload: bool) -> None:
        self.process.spawn(hub.refresh())
        self.process.spawn(hub.catch_up(whole=reload))

    def listeners(self) -> list[Listener]:
        in_rooms = [each for hub in self.rooms.values() for each in hub.listeners]
        others = [each for hub in self._site_hubs.values() for each in hub.listeners()]
        return [*in_rooms, *others]

    def _on_hint(self, hint: Hint, sender: str) -> None:
        if hint.room == LOBBY_ID:
            self._on_site_hint(hint, sender)
            return
        hub = self._by_id.get(hint.room)
        if hub is not None:
            self._on_room_hint(hub, hint, sender)

    def _on_room_hint(self, hub: RoomHub, hint: Hint, sender: str) -> None:
        match hint:
            case GameAdvanced() if hub.game and hub.game.differs(hint):
                if not hub.game.take_over(hint):
                    self.process.spawn(hub.catch_up())
            case RoomAdvanced(rev=rev) if rev > hub.room.rev:
                self.process.spawn(hub.refresh())
            case ChatAdvanced(line=line) if line > hub.chat.newest:
                self.process.spawn(hub.read_chat())
            case SelectionChanged(message=selection):
                hub.broadcast(selection)
            case ReactionShown(message=reaction):
                hub.broadcast(reaction)
            case RoomRewritten(reload=reload):
                self._read_again(hub, reload)
            case RoomJoined():
                self._reconciler.compare_soon(hint.room)
                if self.process.exchange is not None:
                    self.process.exchange.ask(hint.room)
            case RoomShared():
                hub.publish_heads()
                hub.show_presence(repeat=True)

    def _on_site_hint(self, hint: Hint, sender: str) -> None:
        """React to a hint that concerns no single room."""
        if isinstance(hint, PeopleHere):
            self._hear_of_people(hint, sender)
            return
        if isinstance(hint, ServerChanged):
            self.process.health.note_failure()
            return
        if isinstance(hint, PeopleChanged):
            self.process.spawn(self._recheck_sessions())
        self._notify_site_hubs()

    def _hear_of_people(self, hint: PeopleHere, sender: str) -> None:
        now = monotonic()
        for people in hint.rooms:
            hub = self._by_id.get(people.room)
            if hub is not None:
                hub.presence.heard(sender, people, now)
                hub.show_presence()
        # Who waits now is woken; who comes later waits for the next message.
        heard, self._heard = self._heard, asyncio.Event()
        heard.set()
        for room_id in hint.asks:
            hub = self._by_id.get(room_id)
            if hub is not None:
                hub.show_presence(repeat=True)

    async def _repeat(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception as error:  # if a loop ended, every room would become stale
                if isinstance(error, DatabaseError):
                    self.process.health.note_failure()
                logger.exception("a periodic task of the live rooms failed")

    async def _tick(self) -> None:
        now = monotonic()
        for listener in self.listeners():
            if now - listener.heard_at > SILENT_S:
                listener.drop(CloseCode.IDLE)
            listener.enforce_timeout(now)
        for number, (code, hub) in enumerate(list(self.rooms.items()), 1):
            # Moves of players must not wait for all rooms.
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)
            hub.tick()
            if not hub.listeners and now - hub.idle_since > IDLE_S:
                self._drop(code, hub)

    def _drop(self, code: str, hub: RoomHub) -> None:
        del self.rooms[code]
        del self._by_id[hub.room.id]
        hub.close()
        if self.process.bus is not None:
            self.process.bus.leave(hub.room.id)

    async def _repeat_presence(self) -> None:
        for hub in list(self.rooms.values()):
            hub.show_presence(repeat=True)

    async def _join_again(self) -> None:
        if self.process.bus is not None:
            self.process.bus.join_again()

    async def _recheck_sessions(self) -> None:
        """Mark players here as seen, close the sockets of players who were signed out or banned, or
        changed their password, and adopt contacts that have changed.
        """
        known = [listener for listener in self.listeners() if listener.account is not None]
        for start in range(0, len(known), SESSIONS_AT_ONCE):
            some = known[start : start + SESSIONS_AT_ONCE]
            opened = [
                OpenSession(each.account or 0, each.session or "", each.password, each.contact_rev)
                for each in some
            ]
            changed = await in_database(partial(check_sessions, opened))
            for number, contact in changed.items():
                if contact is None:
                    some[number].drop(CloseCode.SESSION_ENDED)
                else:
                    some[number].adopt_contact(*contact)


def _lacks(hub: RoomHub, players: frozenset[int]) -> bool:
    here = hub.connected()
    return here is not None and not players <= here


_current: Hubs | None = None


def current_hubs() -> Hubs:
    """Return this process's live rooms. The first call, in the event loop, creates them."""
    if _current is None:
        layer = get_channel_layer()
        # The layer in memory reaches no other process.
        use_hubs(Hubs(None if isinstance(layer, InMemoryChannelLayer) else layer))
    assert _current is not None
    return _current


def hubs_here() -> Hubs | None:
    """Return this process's live rooms if there are any. May be called in any thread."""
    return _current


def tell_hubs(tell: Callable[[Hubs], None]) -> None:
    """Call `tell` with this process's live rooms, for pages that change something. Any thread may
    call it.

    Without live rooms here it does nothing: other processes find the change a little later.
    """
    hubs = _current
    if hubs is not None:
        hubs.run_soon(partial(tell, hubs))


def use_hubs(hubs: Hubs | None) -> None:
    """Set this process's live rooms; None removes them."""
    global _current  # noqa: PLW0603 - one process, one set of rooms
    _current = hubs


async def close_current_hubs() -> None:
    """Close and remove this process's live rooms, if there are any."""
    hubs = _current
    use_hubs(None)
    if hubs is not None:
        await hubs.close()
