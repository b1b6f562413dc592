"""All live rooms of this process, and the loops that keep them true."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.contrib.sessions.models import Session

from games.clock import monotonic, utc_now
from games.live.bus import Link, Message
from games.live.listener import Listener
from games.live.lobby import LobbyHub
from games.live.presence import REPEAT_S
from games.live.room import RoomHub, read_room
from games.models import Room, User
from games.protocol import CloseCode
from games.store import Appender, newest_seqs
from games.store.database import in_database

logger = logging.getLogger(__name__)

TICK_S = 1.0
# After so many rooms a round of the clock lets the moves go first that have come meanwhile.
ROOMS_AT_ONCE = 50
# What the layer lost is found after this long at the latest.
RECONCILE_S = 5.0
# A socket outlives its session (signed out, banned, deleted) by this much at most.
RECHECK_S = 30.0
# A socket that says nothing, not even ping, for this long is gone.
SILENT_S = 45.0
# The lobby is no room, but has a place among the groups of the layer, which all processes join.
LOBBY_ID = 0
# A room without sockets is forgotten after this long.
IDLE_S = 60.0


class Hubs:
    """The live rooms of one process. Made inside its event loop."""

    def __init__(self, layer: Any = None) -> None:
        self.appender = Appender()
        self.lobby = LobbyHub()
        self._loop = asyncio.get_running_loop()
        self.rooms: dict[str, RoomHub] = {}
        # The rooms whose bots this process is playing just now.
        self.played: set[str] = set()
        self._entering: dict[str, asyncio.Task[RoomHub | None]] = {}
        self._by_id: dict[int, RoomHub] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._link = None if layer is None else Link(layer, self._hear)
        self._loops = [
            asyncio.create_task(self._repeat(self._tick, TICK_S)),
            asyncio.create_task(self._repeat(self._reconcile, RECONCILE_S)),
            asyncio.create_task(self._repeat(self._recheck_sessions, RECHECK_S)),
            asyncio.create_task(self.lobby.run()),
        ]
        if self._link is not None:
            self._loops.append(asyncio.create_task(self._repeat(self._repeat_presence, REPEAT_S)))
            self._link.start()
            self._link.join(LOBBY_ID)

    async def close(self) -> None:
        """End all loops and write what is queued."""
        for task in (*self._loops, *self._tasks, *self._entering.values()):
            task.cancel()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)
        await self.appender.close()
        if self._link is not None:
            await self._link.stop()

    async def enter(self, code: str) -> RoomHub | None:
        """Return the live room with this code, loading it if need be; None if there is none."""
        hub = self.rooms.get(code)
        if hub is not None:
            return hub
        task = self._entering.get(code)
        if task is None:
            task = asyncio.create_task(self._load(code))
            self._entering[code] = task
            task.add_done_callback(lambda _: self._entering.pop(code, None))
        # A visitor who leaves must not take the loading away from the others.
        return await asyncio.shield(task)

    async def _load(self, code: str) -> RoomHub | None:
        read = await in_database(partial(read_room, code))
        if read is None:
            return None
        room = read.room
        hub = RoomHub(self, room, read.game, read.chat or [])
        self.rooms[code] = self._by_id[room.id] = hub
        if self._link is not None:
            self._link.join(room.id)
        return hub

    def run_soon(self, work: Callable[[], None]) -> None:
        """Call `work` in the event loop; from any thread."""
        self._loop.call_soon_threadsafe(work)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` apart from any socket's own task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work in a room failed", exc_info=error)

    def tell(self, hub: RoomHub, kind: str, **content: Any) -> None:
        """Publish to the other processes of a room, if there can be any."""
        if self._link is not None:
            self._link.tell(hub.room.id, kind, **content)

    def poke_lobbies(self) -> None:
        """Have the lobbies of all processes look at the database soon."""
        self.lobby.poke()
        if self._link is not None:
            self._link.tell(LOBBY_ID, "lobby")

    def sessions_ended(self) -> None:
        """Have all processes close the sockets of those who may not be here any more."""
        self.spawn(self._recheck_sessions())
        if self._link is not None:
            self._link.tell(LOBBY_ID, "sessions")

    def room_changed(self, room_id: int) -> None:
        """Have all processes read this room and its game again: others have written them."""
        hub = self._by_id.get(room_id)
        if hub is not None:
            self._read_again(hub)
        if self._link is not None:
            self._link.tell(room_id, "changed")
        self.poke_lobbies()

    def _read_again(self, hub: RoomHub) -> None:
        self.spawn(hub.refresh())
        self.spawn(hub.catch_up())

    def listeners(self) -> list[Listener]:
        """Return all sockets of this process."""
        in_rooms = [each for hub in self.rooms.values() for each in hub.listeners]
        return [*in_rooms, *self.lobby.listeners]

    def _hear(self, message: Message) -> None:
        if message["room"] == LOBBY_ID:
            if message["kind"] == "sessions":
                self.spawn(self._recheck_sessions())
            self.lobby.poke()
            return
        hub = self._by_id.get(message["room"])
        if hub is None:
            return
        match message["kind"]:
            case "game":
                game = hub.game
                if game and game.id == message["game"] and message["seq"] > game.state.seq:
                    self.spawn(hub.catch_up())
            case "room":
                if message["rev"] > hub.room.rev:
                    self.spawn(hub.refresh())
            case "presence":
                hub.presence.heard(
                    message["from"], message["players"], message["watching"], monotonic()
                )
                hub.show_presence()
            case "volatile":
                hub.broadcast(message["message"])
            case "changed":
                self._read_again(hub)
            case "joined":
                self._read_again(hub)
                self.tell(hub, "hello")
            case "hello":
                # A process that has just come to the room does not know who is here.
                hub.show_presence(repeat=True)

    async def _repeat(self, work: Any, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception:  # a loop that ended would leave every room of the process stale
                logger.exception("a loop of the rooms failed")

    async def _tick(self) -> None:
        now = monotonic()
        for listener in self.listeners():
            if now - listener.heard_at > SILENT_S:
                listener.drop(CloseCode.IDLE)
            listener.hurry(now)
        for number, (code, hub) in enumerate(list(self.rooms.items()), 1):
            if number % ROOMS_AT_ONCE == 0:
                await asyncio.sleep(0)
            hub.show_presence()
            hub.watch_host()
            if not hub.listeners and now - hub.idle_since > IDLE_S:
                self._forget(code, hub)

    def _forget(self, code: str, hub: RoomHub) -> None:
        del self.rooms[code]
        del self._by_id[hub.room.id]
        if self._link is not None:
            self._link.leave(hub.room.id)

    async def _repeat_presence(self) -> None:
        for hub in list(self.rooms.values()):
            hub.show_presence(repeat=True)

    async def _recheck_sessions(self) -> None:
        """Note who is here, and close the sockets of those who have signed out, were banned, or
        have another password by now.
        """
        known = [listener for listener in self.listeners() if listener.player is not None]
        sessions = {listener.session for listener in known if listener.session is not None}
        players = {listener.player for listener in known if listener.player is not None}
        if not known:
            return
        open_sessions, hashes = await in_database(lambda: living(sessions, players))
        for listener in known:
            is_valid = hashes.get(listener.player) == listener.session_hash
            if listener.session not in open_sessions or not is_valid:
                listener.drop(CloseCode.SESSION_ENDED)

    async def _reconcile(self) -> None:
        """Compare every live room with the database: the cure for whatever the layer lost.

        Rooms catch up apart from each other: one that waits for the database holds up no other.
        """
        hubs = {hub.room.id: hub for hub in self.rooms.values()}
        games = {hub.game.id: hub for hub in hubs.values() if hub.game is not None}
        if not hubs:
            return
        revs, seqs = await in_database(lambda: heads(list(hubs), list(games)))
        for room_id, rev in revs.items():
            if rev > hubs[room_id].room.rev:
                self.spawn(hubs[room_id].refresh())
        for game_id, seq in seqs.items():
            game = games[game_id].game
            if game is not None and game.id == game_id and seq > game.state.seq:
                self.spawn(games[game_id].catch_up())


def living(sessions: set[str], players: set[int]) -> tuple[set[str], dict[int | None, str]]:
    """Return which of these sessions have not ended, and the active ones of these players, each
    with the hash that valid sessions of his have.

    All of them are noted as having been seen just now.
    """
    User.objects.filter(pk__in=players).update(seen_at=utc_now())
    open_sessions = Session.objects.filter(pk__in=sessions, expire_date__gt=utc_now())
    active = User.objects.filter(pk__in=players, is_active=True).only("password")
    hashes: dict[int | None, str] = {user.pk: user.get_session_auth_hash() for user in active}
    return set(open_sessions.values_list("pk", flat=True)), hashes


def heads(room_ids: list[int], game_ids: list[int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the revisions of these rooms and the newest seqs of these games."""
    revs = dict(Room.objects.filter(pk__in=room_ids).values_list("pk", "rev"))
    return revs, newest_seqs(game_ids)


_current: Hubs | None = None


def current_hubs() -> Hubs:
    """Return this process's live rooms, made at the first call (inside the event loop)."""
    if _current is None:
        layer = get_channel_layer()
        # The layer in memory reaches no other process: there is nobody to tell.
        use_hubs(Hubs(None if isinstance(layer, InMemoryChannelLayer) else layer))
    assert _current is not None
    return _current


def tell_hubs(tell: Callable[[Hubs], None]) -> None:
    """Call `tell` with this process's live rooms, from any thread: a page has changed something.

    Without live rooms here nobody is told; all processes find out by themselves a little later.
    """
    hubs = _current
    if hubs is not None:
        hubs.run_soon(partial(tell, hubs))


def use_hubs(hubs: Hubs | None) -> None:
    """Make `hubs` the ones of this process; None forgets them."""
    global _current  # noqa: PLW0603 - one process, one set of rooms
    _current = hubs


async def close_current_hubs() -> None:
    """Close this process's live rooms, if there are any, and forget them."""
    hubs = _current
    use_hubs(None)
    if hubs is not None:
        await hubs.close()
