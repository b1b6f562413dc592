"""One live room: its game in memory, its sockets in this process, one action at a time.

`act` judges and evolves in one go, without an await; what is not committed is not visible.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from games import protocol, rooms
from games.clock import monotonic, now_ms
from games.engine import Back, GameState, IllegalAction, PlayOn, SeatViews, act, evolve_all, view
from games.engine.actions import Action
from games.engine.events import Event
from games.live.chances import Chances
from games.live.listener import Listener
from games.live.presence import Presence
from games.protocol import ErrorCode
from games.rooms import LoadedRoom, Refused, Table, chat, load_room, loaded
from games.store import (
    Entry,
    LoadedGame,
    LoggedEvent,
    StoreUnavailable,
    find_answer,
    load_game,
    read_events,
)
from games.store.database import in_database

if TYPE_CHECKING:
    from games.live.registry import Hubs

logger = logging.getLogger(__name__)

# So often is an action decided again when other processes write to the same game.
TRIES = 5
# A gap up to this many events is filled with events, a longer one with a snapshot.
MOST_MISSING = 50
# After this long without its player, others may have a seat played automatically.
AWAY_S = 30.0
# A host who is away for so long between games makes room for another.
HOST_AWAY_S = 180.0
# After a client claimed to have seen what is not in the log, none is believed for this long.
DOUBT_S = 1.0
# The pause before an action is tried again when the database did not take it.
RETRY_S = 0.2


class ReadRoom(NamedTuple):
    """A room, with its chat and its game if these are others than those known."""

    room: LoadedRoom
    chat: list[dict[str, Any]] | None
    game: LoadedGame | None


def read_room(
    code: str,
    known_game: int | None = None,
    known_chat: int | None = None,
    table: Table | None = None,
) -> ReadRoom | None:
    """Return a room as committed, all in one go; None if there is none.

    `known_game` and `known_chat`: the id of the game, and of the newest line of chat, known.
    `table`: what has just been committed of the room, if that is all of it.
    """
    room = load_room(code) if table is None else loaded(table.room, table.seats)
    if room is None:
        return None
    is_new = room.game_id is not None and room.game_id != known_game
    game = load_game(room.game_id) if is_new and room.game_id is not None else None
    lines = None if room.last_chat == known_chat else chat.recent(room.id)
    return ReadRoom(room, lines, game)


class RoomHub:
    """A room as long as somebody here is in it, or the server acts in it."""

    def __init__(
        self,
        hubs: "Hubs",
        room: LoadedRoom,
        game: LoadedGame | None,
        chat: list[dict[str, Any]],
    ) -> None:
        self.hubs = hubs
        self.room = room
        self.game = game
        self.chat = chat
        self.listeners: set[Listener] = set()
        self.presence = Presence(monotonic())
        self.idle_since = monotonic()
        self.chances = Chances(self)
        self._replacing_host = False
        self._seat_views = SeatViews()
        self._shown: dict[str, Any] = {}
        self._selection: dict[str, Any] | None = None
        self._answers: dict[str, int] = {}
        self._doubt_until = -DOUBT_S
        self._acting = asyncio.Lock()
        self._refreshing = asyncio.Lock()
        self._next_refresh: asyncio.Task[None] | None = None
        self._remember(game.recent if game else [])

    # --- People ---------------------------------------------------------------------------

    def add(self, listener: Listener) -> None:
        """Take a socket in; from now on it gets all that happens."""
        self.listeners.add(listener)
        self.presence.joined(listener.player)
        self.show_presence()
        self.chances.welcome(listener)
        seat = self.seat_of(listener.player)
        if seat is not None and self.game is not None and self.game.state.seats[seat].auto:
            self.hubs.spawn(self._bring_back(seat))

    def discard(self, listener: Listener) -> None:
        """Let a socket go."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.presence.left(listener.player, monotonic())
            self.idle_since = monotonic()
            self.show_presence()

    async def _bring_back(self, seat: int) -> None:
        try:
            await self.act(seat, Back(), "")
        except IllegalAction:
            return  # somebody was faster, which is as good
        except Refused as refusal:
            logger.warning("a player could not take his seat back: %s", refusal)

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send one message, encoded once, to all sockets here."""
        text = protocol.encode(message)
        for listener in tuple(self.listeners):
            listener.post(text)

    def presence_message(self) -> dict[str, Any]:
        """Return who is here, who of the table is away, and how many watch."""
        here, watching = self.presence.here(monotonic())
        seated = self.room.players
        return {
            "type": "presence",
            "here": sorted(here),
            "away": sorted(seated - here),
            "watching": watching + len(here - seated),
        }

    def show_presence(self, repeat: bool = False) -> None:
        """Tell the sockets here, and the other processes, if it changed; these also on `repeat`."""
        shown = self.presence_message()
        if shown != self._shown:
            self._shown = shown
            self.broadcast(shown)
            repeat = True
        if repeat:
            players, watching = self.presence.local()
            self.hubs.tell(self, "presence", players=players, watching=watching)

    def watch_host(self) -> None:
        """See to it that no absent host keeps those who are here from playing."""
        if self._replacing_host or self.room.view["status"] == "playing":
            return
        now = monotonic()
        host: int | None = self.room.view["host"]
        here, _ = self.presence.here(now)
        if not here & self.room.players - {host}:
            return
        if host is None or self.presence.away_for(host, now) >= HOST_AWAY_S:
            self._replacing_host = True
            self.hubs.spawn(self._replace_host(host, here))

    async def _replace_host(self, host: int | None, here: frozenset[int]) -> None:
        try:
            await self.change(lambda: rooms.replace_host(self.room.id, host, here))
        except Refused:
            await self.refresh()  # another process was faster, or a game has begun
        finally:
            self._replacing_host = False

    def seat_of(self, player: int | None) -> int | None:
        """Return the player's seat in the game, or None."""
        if self.game is None or player is None:
            return None
        for number, seat in enumerate(self.game.state.seats):
            if seat.player == player:
                return number
        return None

    # --- The whole truth ------------------------------------------------------------------

    def truth(self) -> dict[str, Any]:
        """Return all that a new socket needs, its own name apart."""
        state = self.game.state if self.game else None
        return {
            "rev": self.room.rev,
            "room": self.room.view,
            "game": state.code if state else None,
            "seq": state.seq if state else None,
            "view": view(state) if state else None,
            "presence": self.presence_message(),
            "selection": self._selection,
            "chat": self.chat,
        }

    def missing(self, code: str | None, seq: int) -> dict[str, Any] | None:
        """Return what a client lacks that has `code` up to `seq`; None if it lacks nothing."""
        if self.game is None:
            return None
        state = self.game.state
        if code == state.code and seq == state.seq:
            return None
        if code == state.code and state.seq - MOST_MISSING <= seq < state.seq:
            events = [logged for logged in self.game.recent if logged.seq > seq]
            if events and events[0].seq == seq + 1:
                return self._update(state, events)
        return {"type": "snapshot", "game": state.code, "seq": state.seq, "view": view(state)}

    # --- Acting ---------------------------------------------------------------------------

    async def act(self, seat: int | None, action: Action, by: str) -> int:
        """Have `action` decided, committed and shown. Returns the seq it led to.

        `by` names the command ("" for the server's own): one that was done before is not done
        again, and its seq is returned. Raises IllegalAction, and Refused ("busy").
        """
        game = self._game()
        try:
            async with self._acting:
                game = self._game()
                return await self._act_in_turn(seat, action, by)
        except (IllegalAction, Refused) as refusal:
            if refusal.code == ErrorCode.BUSY:
                raise
            # Not in turn: whoever sends what is refused must not hold up the players.
            done = await self.old_answer(game.state.code, by)
            if done is None:
                raise
            return done

    async def _act_in_turn(self, seat: int | None, action: Action, by: str) -> int:
        """Called with the lock."""
        for _ in range(TRIES):
            game = self._game()
            done = self._answers.get(by) if by else None
            if done is not None:
                return done
            if isinstance(action, PlayOn):
                self._check_absent(game.state, action.seat)
            events, after = act(game.state, seat, action, game.dice, now_ms())
            failure = await self._commit(game, events, after, by)
            if failure is None:
                return after.seq
            if isinstance(failure, StoreUnavailable):
                await asyncio.sleep(RETRY_S)
            await self._read_on(game)
        # The last try may have been committed before the connection was lost.
        if by in self._answers:
            return self._answers[by]
        raise Refused(ErrorCode.BUSY, protocol.TRY_AGAIN)

    def _game(self) -> LoadedGame:
        if self.game is None:
            raise Refused(ErrorCode.NOT_STARTED, "The game has not begun.")
        return self.game

    async def old_answer(self, code: str, by: str) -> int | None:
        """A command sent again after a crash is refused; the game's log knows that it was done."""
        return await in_database(lambda: find_answer(code, by)) if by else None

    async def _commit(
        self, game: LoadedGame, events: tuple[Event, ...], after: GameState, by: str
    ) -> Exception | None:
        """Wait until the events are in the database, or until they are refused."""
        first = game.state.seq + 1
        logged = tuple(LoggedEvent(seq, event, by) for seq, event in enumerate(events, first))
        outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def done(failure: Exception | None) -> None:
            # Runs even when the socket that asked is long gone: the room goes on without it.
            if not outcome.done():
                # Woken now, the mover's answer leaves with the update, in one write.
                outcome.set_result(failure)
            if failure is None and game.state.seq == first - 1:
                self._advance(game, after, logged)

        self.hubs.appender.append(Entry(game.id, logged, game.state, after, done))
        return await outcome

    def _advance(self, game: LoadedGame, after: GameState, logged: tuple[LoggedEvent, ...]) -> None:
        """Make committed events the truth of this process, and show them."""
        game.state = after
        game.recent.extend(logged)
        del game.recent[:-MOST_MISSING]
        self._remember(logged)
        self._selection = None
        if game is self.game:
            self.broadcast(self._update(after, logged))
            self.hubs.tell(self, "game", game=game.id, seq=after.seq)
            self.chances.poke()
        if after.status != "playing":
            # The end of a game changes what its room offers.
            self.hubs.spawn(self.refresh())

    def _update(self, state: GameState, events: Any) -> dict[str, Any]:
        return {
            "type": "update",
            "game": state.code,
            "seq": state.seq,
            "events": [logged.message() for logged in events],
            "view": view(state, self._seat_views),
        }

    def _remember(self, events: Any) -> None:
        for logged in events:
            if logged.by:
                self._answers[logged.by] = logged.seq

    def _check_absent(self, state: GameState, seat: int) -> None:
        """Raise Refused unless the seat's player has been away long enough."""
        if seat >= len(state.seats):
            raise Refused(ErrorCode.NOT_FOUND, "There is no such seat.")
        if self.presence.away_for(state.seats[seat].player, monotonic()) < AWAY_S:
            raise Refused(ErrorCode.FORBIDDEN, "Give the player a little more time.")

    def select(self, message: dict[str, Any]) -> None:
        """Show all, here and elsewhere, which dice the acting player thinks of holding."""
        self._selection = message
        self.broadcast(message)
        self.hubs.tell(self, "volatile", message=message)

    # --- Catching up ----------------------------------------------------------------------

    async def change(self, work: Callable[[], object]) -> None:
        """Do a change of the room in the database, and show it. Raises Refused."""
        read = self._reader()

        def change_and_read() -> ReadRoom | None:
            done = work()
            return read(table=done if isinstance(done, Table) else None)

        # In one go: a second way to a thread and back costs as much as a query.
        await self._take(await in_database(change_and_read))

    async def refresh(self) -> None:
        """Read the room, and show it if it has changed; then the same with its game.

        Whoever asks while another refresh waits for its turn shares that one.
        """
        if self._next_refresh is None:
            self._next_refresh = asyncio.create_task(self._refresh_in_turn())
        await asyncio.shield(self._next_refresh)

    async def _refresh_in_turn(self) -> None:
        async with self._refreshing:
            self._next_refresh = None
            await self._take(await in_database(self._reader()))

    def _reader(self) -> Callable[..., ReadRoom | None]:
        """Return what reads, in a thread, what is not known here and now."""
        game = None if self.game is None else self.game.id
        chat = self.chat[-1]["id"] if self.chat else None
        return partial(read_room, self.room.code, game, chat)

    async def _take(self, read: ReadRoom | None) -> None:
        """Show what was read, unless something newer has been shown meanwhile."""
        if read is None:
            return
        if read.room.rev > self.room.rev:
            self._show_room(read)
        if read.game is not None:
            async with self._acting:
                if self.game is None or read.game.id > self.game.id:
                    self._take_game(read.game)

    def _show_room(self, read: ReadRoom) -> None:
        self.room = read.room
        self.broadcast({"type": "room", "rev": read.room.rev, "room": read.room.view})
        self._show_chat(read.chat)
        self.show_presence()
        self.hubs.tell(self, "room", rev=read.room.rev)
        self.hubs.lobby.poke()

    def _show_chat(self, chat: list[dict[str, Any]] | None) -> None:
        if chat is None:
            return
        known = {line["id"] for line in self.chat}
        self.chat = chat
        for line in chat:
            if line["id"] not in known:
                self.broadcast(line)

    def _take_game(self, game: LoadedGame) -> None:
        self.game = game
        self._answers.clear()
        self._remember(game.recent)
        self.broadcast(self._update(game.state, game.recent[-MOST_MISSING:]))
        self.chances.poke()

    async def catch_up(self) -> None:
        """Read and show the events that other processes wrote."""
        async with self._acting:
            if self.game is not None:
                await self._read_on(self.game)

    async def catch_up_to(self, code: str | None, seq: int | None) -> None:
        """Catch up, if a client has seen more of this game than this process has.

        Anybody can claim that, as often as he likes: a false claim must not hold up the players.
        """
        game = self.game
        if game is None or seq is None or code != game.state.code or seq <= game.state.seq:
            return
        async with self._acting:
            if seq > game.state.seq and monotonic() >= self._doubt_until:
                await self._read_on(game)
                if seq > game.state.seq:
                    self._doubt_until = monotonic() + DOUBT_S

    async def _read_on(self, game: LoadedGame) -> None:
        """Called with the lock: nothing else changes the game meanwhile, late commits excepted."""
        try:
            newer = await in_database(lambda: read_events(game.id, after=game.state.seq))
        except Exception as error:  # the database is away: act() tries again, the ticker too
            logger.warning("a log could not be read: %s", error)
            return
        newer = [logged for logged in newer if logged.seq > game.state.seq]
        if newer:
            after = evolve_all(game.state, (logged.event for logged in newer))
            self._advance(game, after, tuple(newer))
