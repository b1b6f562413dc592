"""One live room: its sockets in this process, who is here, its settings, seats and chat."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from django.db import DatabaseError
from msgspec import UNSET
from msgspec.structs import replace

from games.clock import monotonic
from games.database.threads import in_database
from games.engine import Back, GameState, IllegalAction, is_long, seen
from games.engine.actions import Action
from games.limits.token_bucket import TokenBucket
from games.live.addresses import AddressNotes
from games.live.allowed import check_allowed
from games.live.background import Spawn
from games.live.broadcast import send_to_all, send_to_groups
from games.live.chances import WinChances
from games.live.chat_lines import ChatLines
from games.live.game import LiveGame
from games.live.hints import (
    ChatAdvanced,
    Hint,
    ReactionShown,
    RoomAdvanced,
    RoomPeople,
    SelectionChanged,
)
from games.live.listener import Listener
from games.live.presence import BURST, MAX_PROMPT_SOCKETS, PER_S, Presence
from games.live.reveals import Health, RevealWatch
from games.live.room_data import RoomData, after_end, heads_of, read_room
from games.log.appender import Appender
from games.log.loading import LoadedGame
from games.log.records import LoggedEvent
from games.protocol import ChatLine, Message, Reaction, RoomUpdate, Selection, Snapshot, Update
from games.protocol import Presence as PresenceMessage
from games.rooms import cancelling, hosting, starting
from games.rooms.changes import Table
from games.rooms.chat import recent
from games.rooms.errors import Refused
from games.server.weak_method import weak_method

logger = logging.getLogger(__name__)

# A host who is away for this long between games is replaced.
HOST_AWAY_S = 180.0


class RoomHub:
    """A room that somebody is in, or that the server acts in.

    `publish` sends a hint, or who is here, to other processes. `on_change` is called when the lobby
    may show the room differently. `knows_presence`: whether other processes can tell this one who
    is there.
    """

    def __init__(
        self,
        data: RoomData,
        appender: Appender,
        spawn: Spawn,
        publish: Callable[[Hint | RoomPeople], None],
        on_change: Callable[[], None],
        health: Health,
        knows_presence: Callable[[], bool],
    ) -> None:
        self.room = data.room
        self.chat = ChatLines(data.chat or ())
        self.listeners: set[Listener] = set()
        self.presence = Presence(monotonic())
        self.idle_since = monotonic()
        self._appender = appender
        self._spawn = spawn
        self._publish = publish
        self._on_change = on_change
        self._health = health
        self._knows_presence = knows_presence
        self._watch = RevealWatch()
        self.game = None if data.game is None else self._live(data.game)
        self._chances = WinChances(
            spawn, weak_method(self._casual_state), weak_method(self._spectators)
        )
        self._addresses = AddressNotes(data.room.id, spawn)
        self._replacing_host = self._starting = self._cancelling = False
        self._presence_rate = TokenBucket(PER_S, BURST)
        self._presence_is_late = False
        self._shown: PresenceMessage | None = None
        self._changes = 0  # that are being made here
        self._refreshing = asyncio.Lock()
        self._next_refresh: asyncio.Task[None] | None = None

    def add(self, listener: Listener) -> None:
        """Add a socket. From now on it gets all messages."""
        self.listeners.add(listener)
        self.presence.joined(listener.player, None if listener.guest else listener.name)
        self._show_presence_soon()
        self._note_players((listener,))
        seat = self.seat_of(listener.player)
        if seat is None:
            self._chances.send_to(listener)
        elif self.game is not None and self.game.state.seats[seat].auto:
            self._spawn(self._bring_back(self.game, seat))
        self._note_told((listener,))

    def discard(self, listener: Listener) -> None:
        """Remove a socket, if it is here."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.presence.left(listener.player, monotonic())
            self.idle_since = monotonic()
            self._show_presence_soon()

    def broadcast(self, message: Message) -> None:
        """Send one message, encoded once, to all sockets here."""
        send_to_all(self.listeners, message)

    def seat_of(self, player: int | None) -> int | None:
        """Return the player's seat in the game, or None."""
        if self.game is None or player is None:
            return None
        for number, seat in enumerate(self.game.state.seats):
            if seat.player == player:
                return number
        return None

    def is_hidden_from(self, player: int | None) -> bool:
        """Whether the game shares its dice with others, and the player does not play here."""
        shares = self.game is not None and bool(self.game.state.share)
        return shares and self.seat_of(player) is None

    def _spectators(self) -> list[Listener]:
        """Return the sockets of people who do not play."""
        state = self._state()
        players = set() if state is None else {seat.player for seat in state.seats}
        return [listener for listener in self.listeners if listener.player not in players]

    def note_address(self, game: str, listener: Listener) -> None:
        """Note from which address a player acted, if that matters for the game with this code."""
        if self.room.compares_addresses:
            self._addresses.note(game, (listener,))

    def _note_players(self, listeners: Iterable[Listener]) -> None:
        """Note the addresses of those who play the running game, if they matter for it."""
        state = self._state()
        if self.room.compares_addresses and state is not None and state.status == "playing":
            playing = [each for each in listeners if self.seat_of(each.player) is not None]
            self._addresses.note(state.code, playing)

    async def _bring_back(self, game: LiveGame, seat: int) -> None:
        try:
            await game.submit(seat, Back(), "")
        except IllegalAction:
            return  # the seat is no longer played automatically
        except Refused as refusal:
            logger.warning("a player could not take their seat back: %s", refusal)

    def _presence_message(self) -> PresenceMessage:
        return self.presence.message(self.room.players, monotonic())

    def _show_presence_soon(self) -> None:
        """Show who is here now, or within 2 s if it changes often or many sockets get it."""
        if len(self.listeners) <= MAX_PROMPT_SOCKETS and self._presence_rate.take():
            self.show_presence()
        else:
            self._presence_is_late = True

    def show_presence(self, repeat: bool = False) -> None:
        """Send who is here to sockets and other processes if it changed.

        `repeat`: send it to other processes in any case.
        """
        self._presence_is_late = False
        shown = self._presence_message()
        if shown != self._shown:
            self._shown = shown
            self.broadcast(shown)
            self._start_if_complete()
            repeat = True
        if repeat:
            self._publish(self.presence.local(self.room.id, self.room.players))

    def tick(self) -> None:
        """Do what the time asks for: mostly nothing. Called every two seconds for all rooms."""
        if self._presence_is_late or self.presence.changes_with_time:
            self.show_presence()
        if self.room.view.status != "playing":
            self.replace_absent_host()
        sealing = None if self.game is None else self.game.state.sealing
        if sealing is not None and sealing.waiting:
            self.cancel_late_start()

    def connected(self) -> frozenset[int] | None:
        """Return the players who are here in any process, or None if that is unknown."""
        return self.presence.here(monotonic())[0] if self._knows_presence() else None

    def replace_absent_host(self) -> None:
        """Replace a host whose absence keeps the players who are here from starting a game."""
        if self._replacing_host or self.room.view.status == "playing":
            return
        now = monotonic()
        host = self.room.view.host
        here, _ = self.presence.here(now)
        if not here & self.room.players - {host}:
            return
        if host is None or self.presence.away_for(host, now) >= HOST_AWAY_S:
            self._replacing_host = True
            self._spawn(self._replace_host(host, here))

    async def _replace_host(self, host: int | None, here: frozenset[int]) -> None:
        try:
            await self.change(lambda: hosting.replace_host(self.room.id, host, here))
        except Refused:
            await self.refresh()  # another process was faster, or a game has started
        finally:
            self._replacing_host = False

    def _live(self, game: LoadedGame) -> LiveGame:
        return LiveGame(
            game,
            self._appender,
            weak_method(self._check_action),
            weak_method(self._show_events),
            weak_method(self._show_correction),
            self._health.note_failure,
        )

    def _state(self) -> GameState | None:
        return None if self.game is None else self.game.state

    def _casual_state(self) -> GameState | None:
        """Return the state of a casual game, as spectators see it. All games of a room are rated,
        or none is.
        """
        state = self._state()
        return None if self.room.view.rated or state is None else seen(state, None)

    def _check_action(self, state: GameState, action: Action) -> None:
        """Raise Refused for what the room does not allow now."""
        check_allowed(self.room.view, self.presence, state, action)

    def _show_events(
        self, game: LiveGame, before: GameState, events: Sequence[LoggedEvent], own: bool
    ) -> None:
        if game is self.game:
            self._send_news(game, before, events)
            if own:
                self._publish(game.announcement(self.room.id, events))
            self._chances.update()
        if game.state.status != "playing":
            asyncio.get_running_loop().call_soon(self._show_end, game.state)

    def _show_correction(self, game: LiveGame) -> None:
        """Show the whole game again, because what was shown of it was wrong."""
        if game is self.game:
            viewer_of = self._viewer_of
            send_to_groups(self.listeners, lambda each: viewer_of(each.player), game.snapshot)
            self._publish(game.announcement(self.room.id, ()))
            self._chances.update()
        self._spawn(self.refresh())

    def _send_news(self, game: LiveGame, before: GameState, events: Sequence[LoggedEvent]) -> None:
        send_to_groups(
            self.listeners,
            lambda listener: (self._viewer_of(listener.player), listener.whole),
            lambda group: game.news(before, events, *group),
        )
        if (done := game.done_news(before)) is not None:
            self.broadcast(done)

    def _viewer_of(self, player: int | None) -> int | None:
        """Return the seat whose view of the game the player gets: in turns all get the same."""
        state = self._state()
        return None if state is None or state.mode == "turns" else self.seat_of(player)

    def _show_end(self, state: GameState) -> None:
        """Show the room after a game, its end acknowledged; read it only if it may have changed."""
        room = None if self._changes or self._refreshing.locked() else after_end(self.room, state)
        if room is None:
            self._spawn(self.refresh())
        else:
            self._show_room(RoomData(room, None, None))

    def _start_if_complete(self) -> None:
        """Start a game that has waited for somebody to connect."""
        room = self.room.view
        people = [seat for seat in room.seats if seat.player is not None and not seat.bot]
        if self._starting or room.status == "playing" or not any(seat.seal for seat in people):
            return
        here = self.connected()
        if here is None or not all(seat.ready and seat.player in here for seat in people):
            return
        self._starting = True
        self._spawn(self._start(here))

    async def _start(self, here: frozenset[int]) -> None:
        try:
            await self.change(partial(starting.start_waiting, self.room.id, here))
        except Refused:
            await self.refresh()  # another process was faster, or the host starts this game
        finally:
            self._starting = False

    def _note_told(self, listeners: Iterable[Listener]) -> None:
        """Note which seats have just been sent a start that waits for their seeds."""
        state = self._state()
        if state is None or not state.revealing:
            return
        for listener in listeners:
            seat = self.seat_of(listener.player)
            if seat is not None:
                self._watch.note_told(seat)

    def _note_absent(self, state: GameState) -> None:
        """Note who has left before the start reached them: they must not get away with it."""
        # Without sockets here this may be a worker, which does not know who is in the room.
        here = self.connected() if self.listeners else None
        away = [seat for seat in state.revealing if state.seats[seat].player not in (here or ())]
        self._watch.note_absent(() if here is None else away)

    def cancel_late_start(self) -> None:
        """Cancel a start if a player was told of it, or left, and has not shown their seed in time.

        With a long clock players need not be here: that is left to the worker.
        """
        game = self.game
        if game is None or not game.state.revealing or is_long(game.state.clock):
            return
        self._note_absent(game.state)
        # A seed that is being stored counts.
        if self._cancelling or game.turn.locked():
            return
        late = self._watch.find_late(game.state.revealing, self._health)
        if late:
            self._spawn(self.cancel_start(game, late, blamed=True))

    async def cancel_start(self, game: LiveGame, seats: Collection[int], blamed: bool) -> None:
        """Cancel the start of the game because these seats did not show their seeds."""
        work = partial(cancelling.cancel_start, self.room.id, game.id, seats, blamed)
        self._cancelling = True
        try:
            await in_database(work)
        except Refused as refusal:
            logger.info("a start is not cancelled: %s", refusal)
        except DatabaseError:
            self._health.note_failure()
            raise
        finally:
            self._cancelling = False
        await game.catch_up()
        await self.refresh()

    def changes_since(
        self, code: str | None, seq: int, player: int | None
    ) -> Update | Snapshot | None:
        """Return what this player's client with game `code` up to `seq` lacks; None if nothing."""
        if self.game is None:
            return None
        return self.game.changes_since(code, seq, self._viewer_of(player))

    async def catch_up(self, whole: bool = False) -> None:
        """Read and show what other processes wrote to the game's log; `whole`: read all of it."""
        if self.game is not None:
            await self.game.catch_up(whole)

    async def catch_up_to(self, code: str | None, seq: int | None, player: int | None) -> None:
        """Catch up if this player's client has seen more of the game than this process."""
        if self.game is not None:
            await self.game.catch_up_to(code, seq, self._viewer_of(player))

    def seq_for(self, player: int | None) -> int | None:
        """Return how many events of the game this player, or a spectator, has seen."""
        return None if self.game is None else self.game.seq_for(self._viewer_of(player))

    def select(self, selection: Selection) -> None:
        """Show all, here and elsewhere, which dice the acting player may hold."""
        if self.game is not None:
            self.game.selection = selection
        self.broadcast(selection)
        self._publish(SelectionChanged(room=self.room.id, message=selection))

    def show_reaction(self, reaction: Reaction) -> None:
        """Show all, here and elsewhere, how a player reacts."""
        self.broadcast(reaction)
        self._publish(ReactionShown(room=self.room.id, message=reaction))

    def publish_heads(self) -> None:
        """Tell other processes how far the room, its game and its chat are."""
        for hint in heads_of(self.room.id, self.room.rev, self.chat.newest, self.game):
            self._publish(hint)

    # Changes of the room

    def room_message(self) -> RoomUpdate:
        """Return the message with the room as it is now, without its sheet: that never changes."""
        return RoomUpdate(rev=self.room.rev, room=replace(self.room.view, sheet=UNSET))

    async def change(self, work: Callable[[], object]) -> None:
        """Change the room in the database, and show the change. Raises Refused."""
        read = self._reader()

        def change_and_read() -> RoomData | None:
            done = work()
            return read(table=done if isinstance(done, Table) else None)

        self._changes += 1
        try:
            # In one call: another switch to a thread and back costs as much as a query.
            await self._adopt(await in_database(change_and_read))
        finally:
            self._changes -= 1

    async def refresh(self) -> None:
        """Read the room and its game, and show what has changed.

        Callers that come while a refresh waits to start share it.
        """
        if self._next_refresh is None:
            self._next_refresh = asyncio.create_task(self._refresh_in_turn())
        await asyncio.shield(self._next_refresh)

    async def _refresh_in_turn(self) -> None:
        async with self._refreshing:
            self._next_refresh = None
            await self._adopt(await in_database(self._reader()))

    async def say(self, store: Callable[[], None]) -> None:
        """Store a line of chat with `store`, and show it: the line alone. Raises Refused."""

        def store_and_read() -> tuple[ChatLine, ...]:
            store()
            return recent(self.room.id, after=self.chat.newest)

        self._add_lines(await in_database(store_and_read))

    async def read_chat(self) -> None:
        """Show the lines of chat that other processes have stored."""
        read = partial(recent, self.room.id, after=self.chat.newest)
        self._add_lines(await in_database(read))

    def _reader(self) -> Callable[..., RoomData | None]:
        """Return a function that reads, in a thread, what this process does not know now."""
        game = None if self.game is None else self.game.id
        return partial(read_room, self.room.code, game, self.chat.newest or None)

    async def _adopt(self, data: RoomData | None) -> None:
        """Show what was read, unless something newer is shown already."""
        if data is None:
            return
        if data.room.rev > self.room.rev:
            self._show_room(data)
        if data.room.game_id is None:
            self.game = None  # its game had to be given up
        if data.game is None:
            return
        if self.game is None:
            self._show_game(data.game)
            return
        # With the lock: events that are being committed to the old game are shown first.
        async with self.game.turn:
            if data.game.id > self.game.id:
                self._show_game(data.game)

    def _show_room(self, data: RoomData) -> None:
        self.room = data.room
        self.broadcast(self.room_message())
        if data.chat is not None:
            for line in self.chat.replace(data.chat):
                self.broadcast(line)
        self.show_presence()
        self._publish(RoomAdvanced(room=self.room.id, rev=data.room.rev))
        self._on_change()

    def _add_lines(self, lines: tuple[ChatLine, ...]) -> None:
        fresh = self.chat.add(lines)
        for line in fresh:
            self.broadcast(line)
        if fresh:
            self._publish(ChatAdvanced(room=self.room.id, line=self.chat.newest))

    def _show_game(self, game: LoadedGame) -> None:
        self.game = self._live(game)
        self._watch = RevealWatch()
        send_to_groups(
            self.listeners,
            lambda listener: self._viewer_of(listener.player),
            self.game.beginning,
        )
        self._note_told(self.listeners)
        self._note_players(self.listeners)
        self._chances.update()
