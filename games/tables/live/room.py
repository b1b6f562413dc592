"""One live room: shows its sockets in this process what changes in its game, seats and chat."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from games.core.engine import Back, GameState, IllegalAction, SeatViews, seen
from games.core.engine.actions import Action
from games.core.protocol.errors import ErrorCode, Refused
from games.core.protocol.frames import Message
from games.core.protocol.room_messages import Reaction, RoomUpdate, Selection, Snapshot, Update
from games.platform.clock import monotonic
from games.platform.database.threads import in_database
from games.record.log.loading import LoadedGame
from games.record.reveals.visibility import hidden_from
from games.tables.live import game_news
from games.tables.live.addresses import AddressNotes
from games.tables.live.audience import (
    ABOUT_PEOPLE,
    Audience,
    Listener,
    gets_line,
    seen_by,
    send_to_all,
    send_to_groups,
)
from games.tables.live.between_games import BetweenGames
from games.tables.live.chances import WinChances
from games.tables.live.game import IGNORE_CLAIMS_S, LiveGame
from games.tables.live.game_news import Advance
from games.tables.live.presence import Presence
from games.tables.live.presence_display import PresenceDisplay
from games.tables.live.process import Process
from games.tables.live.process_hints import (
    ChatAdvanced,
    ReactionShown,
    RoomAdvanced,
    SelectionChanged,
)
from games.tables.live.room_data import (
    ChatLines,
    FormerPlayers,
    RoomData,
    after_end,
    heads_of,
    read_room,
)
from games.tables.live.seed_watch import SeedWatch
from games.tables.rooms import permissions
from games.tables.rooms.changes import LockedRoom
from games.tables.rooms.chat import Line, recent

logger = logging.getLogger(__name__)


class RoomHub:
    """A room that somebody is in, or that the server acts in. Its parts refer back to it:
    call `close` to drop a hub.
    """

    def __init__(self, data: RoomData, process: Process) -> None:
        self.room = data.room
        self.process = process
        self.listeners: set[Listener] = set()
        self.presence = Presence(monotonic())
        self.presence.operators = data.room.operators
        self.game: LiveGame | None = None if data.game is None else self._live(data.game)
        self.chat = ChatLines(data.chat or ())
        self.idle_since = monotonic()
        self.is_closed = False
        self._ignore_claims_until = -IGNORE_CLAIMS_S
        self.addresses = AddressNotes(self)
        self.between_games = BetweenGames(self)
        self.seeds = SeedWatch(self)
        self._display = PresenceDisplay(self)
        self._chances = WinChances(self)
        self._seat_views = SeatViews()
        self.former = FormerPlayers(data.room.id)
        # How many changes are being made here.
        self._changes = 0
        self._refreshing = asyncio.Lock()
        self._next_refresh: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Let go of the game and of the parts, which refer back to this room."""
        # Tasks that still wait for the database check this, and show nothing.
        self.is_closed = True
        # Break the reference cycles, so that the memory is free at once. The garbage collector
        # would look at objects that are minutes old only after hours.
        self.game = None
        del self.addresses, self.between_games, self.seeds, self._display, self._chances

    def add(self, listener: Listener) -> None:
        """Add a socket. From now on it gets all messages."""
        self.listeners.add(listener)
        name = None if listener.guest else self._display.name_of(listener)
        self.presence.joined(listener.player, name)
        self._show_presence_soon()
        self.addresses.note_players((listener,))
        seats = self.seats_of(listener.player)
        if not seats:
            self._chances.send_to(listener)
        for seat in seats:
            if self.game is not None and self.game.state.seats[seat].auto:
                self.process.spawn(self._bring_back(self.game, seat))
        self.seeds.note_told((listener,))

    def discard(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.presence.left(listener.player, monotonic())
            self.idle_since = monotonic()
            self._show_presence_soon()

    async def _bring_back(self, game: LiveGame, seat: int) -> None:
        try:
            await game.submit(seat, Back(), "")
        except IllegalAction:
            return  # the seat is no longer played automatically
        except Refused as refusal:
            logger.warning("a player could not take their seat back: %s", refusal)

    def _show_presence_soon(self) -> None:
        """Show who is here now, or within 2 s if it changes often or many sockets get it."""
        if self._display.may_show_now():
            self.show_presence()

    def show_presence(self, repeat: bool = False) -> None:
        """Send who is here to sockets and other processes if it changed.

        `repeat`: send it to other processes in any case.
        """
        if self._display.show(repeat):
            self.between_games.start_if_complete()

    def tick(self) -> None:
        """Do what is due; usually nothing is. Called every two seconds for all rooms."""
        if self._display.is_due:
            self.show_presence()
        if self.room.view.status != "playing":
            self.between_games.replace_absent_host()
        sealing = None if self.game is None else self.game.state.sealing
        if sealing is not None and sealing.waiting:
            self.seeds.cancel_late_start()

    def check_action(self, state: GameState, action: Action) -> None:
        """Raise Refused for what the room does not allow now."""
        permissions.check_action(self.room.view, state, action, self._away_for)

    def _away_for(self, player: int) -> float:
        return self.presence.away_for(player, monotonic())

    def note_failure(self) -> None:
        self.process.health.note_failure()

    def show_advance(self, game: LiveGame, advance: Advance | None, own: bool) -> None:
        """Show what is new, here and elsewhere; None: show the whole game again, because what was
        shown was wrong.
        """
        if advance is None:
            self._show_again(game)
            return
        if game is self.game:
            self._send_news(advance)
            if own:
                self.process.publish(game.announcement(self.room.id, advance.rows))
            self._chances.update()
        if game.state.status != "playing":
            # Soon, not now: the mover gets the ack of the last move before the end is shown.
            asyncio.get_running_loop().call_soon(self._show_end, game.state)

    def _show_again(self, game: LiveGame) -> None:
        if game is self.game:
            send_to_groups(
                self.listeners,
                lambda each: self.viewer_of(each.player),
                partial(game_news.snapshot, game.state),
            )
            self.process.publish(game.announcement(self.room.id, ()))
            self._chances.update()
        self.process.spawn(self.refresh())

    def _send_news(self, advance: Advance) -> None:
        send_to_groups(
            self.listeners,
            lambda listener: (self.viewer_of(listener.player), listener.whole),
            lambda group: game_news.news(advance, *group, self._seat_views),
        )
        done = game_news.done_news(advance.before, advance.after)
        if done is not None:
            self.broadcast(done)

    def _show_end(self, state: GameState) -> None:
        # The room is read only if something else may have changed it.
        if self.is_closed:
            return
        room = None if self._changes or self._refreshing.locked() else after_end(self.room, state)
        if room is None:
            self.process.spawn(self.refresh())
        else:
            self._show_room(RoomData(room, None, None))

    def changes_since(
        self, code: str | None, seq: int, player: int | None
    ) -> Update | Snapshot | None:
        """Return what this player's client with game `code` up to `seq` lacks; None if nothing."""
        game = self.game
        if game is None:
            return None
        return game_news.missing(game.state, game.recent, (code, seq), self.viewer_of(player))

    async def catch_up(self, whole: bool = False) -> None:
        """Read and show what other processes wrote to the game's log; `whole`: read all of it."""
        if self.game is not None:
            await self.game.catch_up(whole)

    async def catch_up_to(self, code: str | None, seq: int | None, player: int | None) -> None:
        """Catch up if this player's client has seen more of the game than this process."""
        if self.game is not None:
            await self.game.catch_up_to(code, seq, self.viewer_of(player))

    def seq_for(self, player: int | None) -> int | None:
        return None if self.game is None else self.game.seq_for(self.viewer_of(player))

    def select(self, selection: Selection) -> None:
        """Show all, here and elsewhere, which dice the acting player may hold."""
        if self.game is not None:
            self.game.selection = selection
        self.broadcast(selection)
        self.process.publish(SelectionChanged(room=self.room.id, message=selection))

    def show_reaction(self, reaction: Reaction) -> None:
        """Show all, here and elsewhere, how a player reacts."""
        self.broadcast(reaction)
        self.process.publish(ReactionShown(room=self.room.id, message=reaction))

    def publish_heads(self) -> None:
        for hint in heads_of(self.room.id, self.room.rev, self.chat.newest, self.game):
            self.process.publish(hint)

    # Actions

    async def act(
        self, player: int, number: int | None, code: str, action: Action, by: str
    ) -> int | None:
        """Decide and commit an action of the player's seat in game `code`, or of the seat with this
        number. Return the seq that it led to; None if another game, or none, is played here.

        `by`: the command. Raises IllegalAction and Refused.
        """
        game = self.game
        if game is None or game.state.code != code:
            return None
        seat = self.seat_for(player, number)
        if seat is None:
            raise Refused(ErrorCode.NOT_SEATED, "You have no seat in this game.")
        return await game.submit(seat, action, by)

    def seat_for(self, player: int, number: int | None) -> int | None:
        """Return the seat of the game for which a player acts: their own, or the one with this
        number. Raises Refused if somebody else plays it.
        """
        state = self.state
        if number is None or state is None:
            return self.seat_of(player)
        if number >= len(state.seats):
            raise Refused(ErrorCode.NOT_FOUND, "That seat does not exist.")
        if not self.acts_for(player, state.seats[number].player):
            raise Refused(ErrorCode.FORBIDDEN, "Somebody else plays this seat.")
        return number

    # Who is who

    @property
    def state(self) -> GameState | None:
        return None if self.game is None else self.game.state

    def casual_state(self) -> GameState | None:
        """Return the state of a casual game, as spectators see it; None for rated games."""
        state = self.state
        # The room's flag is enough: either all games of a room are rated, or none is.
        return None if self.room.view.rated or state is None else seen(state, None)

    def name_of(self, player: int) -> str | None:
        """Return the name of somebody who sits here, as the table knows it; None for others."""
        return next((each.name for each in self.room.view.seats if each.player == player), None)

    def seat_of(self, player: int | None) -> int | None:
        if self.game is None or player is None:
            return None
        for number, seat in enumerate(self.game.state.seats):
            if seat.player == player:
                return number
        return None

    def has_place(self, player: int) -> bool:
        """Whether a player has a seat at the table or in its game, or acts for one who has."""
        seated = player in self.room.players or player in self.room.operators.values()
        return seated or self.seat_of(player) is not None

    def acts_for(self, player: int | None, seated: int | None) -> bool:
        """Whether a player may act for the one who is `seated`: themselves, or one who shares
        their device.
        """
        return seated is not None and player in (seated, self.room.operators.get(seated))

    def seats_of(self, player: int | None) -> list[int]:
        """Return the seats of the game for which the player may act."""
        if self.game is None or player is None:
            return []
        seats = enumerate(self.game.state.seats)
        return [number for number, seat in seats if self.acts_for(player, seat.player)]

    def viewer_of(self, player: int | None) -> int | None:
        """Return the seat whose view the player gets; None in turns, where all get the same."""
        state = self.state
        return None if state is None or state.mode == "turns" else self.seat_of(player)

    async def is_hidden_from(self, player: int | None) -> bool:
        """Whether others may still play the dice of the game, and the player may not see it."""
        game = self.game
        if game is None or not game.state.share or self.seat_of(player) is not None:
            return False
        return await in_database(lambda: hidden_from(player).filter(pk=game.id).exists())

    def spectators(self) -> list[Listener]:
        """Return the sockets of people who do not play."""
        state = self.state
        players = set() if state is None else {seat.player for seat in state.seats}
        players.update(self.room.operators.values())
        return [listener for listener in self.listeners if listener.player not in players]

    def connected(self) -> frozenset[int] | None:
        """Return the players who are here in any process, or None if that is unknown."""
        return self.presence.here(monotonic())[0] if self.process.knows_presence() else None

    # Messages to sockets here

    def broadcast(self, message: Message) -> None:
        """Send one message to all sockets here, without what their players do not want."""
        if isinstance(message, ABOUT_PEOPLE):
            send_to_groups(
                self.listeners,
                self.audience_of,
                partial(seen_by, message=message, old_names=self.room.old_names),
            )
        else:
            send_to_all(self.listeners, message)

    def audience_of(self, listener: Listener) -> Audience:
        """Return the group of sockets that get the same messages about people as this one."""
        contact, talk = listener.contact, self.room.view.talk
        opened = talk is UNSET or listener.player in talk
        talks = opened and not contact.chat_off and not contact.locked
        return Audience(contact, talks, strangers=talk is not UNSET)

    def show_line(self, line: Line) -> None:
        """Send a line of chat to the sockets that get it."""
        send_to_groups(
            self.listeners,
            lambda each: gets_line(self.audience_of(each), each.player, line),
            lambda gets: line.message() if gets else None,
        )

    # Changes of the room

    def room_message(self, with_sheet: bool = False) -> RoomUpdate:
        """Return the message with the room as it is now. It has the sheet only if that is new."""
        view = self.room.view if with_sheet else replace(self.room.view, sheet=UNSET)
        return RoomUpdate(rev=self.room.rev, room=view)

    async def change(self, work: Callable[[], object]) -> None:
        """Change the room in the database, and show the change. Raises Refused."""
        read = self._reader()

        def change_and_read() -> RoomData | None:
            done = work()
            return read(table=done if isinstance(done, LockedRoom) else None)

        self._changes += 1
        try:
            # Change and read in one call: another switch of threads costs as much as a query.
            await self._adopt(await in_database(change_and_read))
        finally:
            self._changes -= 1

    async def refresh(self) -> None:
        """Read the room and its game, and show what has changed."""
        # Callers share a refresh that has not started: it will read their changes, too.
        if self._next_refresh is None:
            self._next_refresh = asyncio.create_task(self._refresh_in_turn())
        await asyncio.shield(self._next_refresh)

    async def refresh_for_claim(self) -> None:
        """Refresh because a client says that a game goes on here of which this process knows
        nothing.
        """
        # Anybody can say so: most such claims within a second cost nothing.
        if monotonic() >= self._ignore_claims_until:
            self._ignore_claims_until = monotonic() + IGNORE_CLAIMS_S
            await self.refresh()

    async def _refresh_in_turn(self) -> None:
        async with self._refreshing:
            self._next_refresh = None
            await self._adopt(await in_database(self._reader()))

    async def say(self, store: Callable[[], None]) -> None:
        """Store a line of chat with `store`, and show that line. Raises Refused."""

        def store_and_read() -> tuple[Line, ...]:
            store()
            return recent(self.room.id, after=self.chat.newest)

        self._add_lines(await in_database(store_and_read))

    async def read_chat(self) -> None:
        """Show the lines of chat that other processes have stored."""
        read = partial(recent, self.room.id, after=self.chat.newest)
        self._add_lines(await in_database(read))

    def _reader(self) -> Callable[..., RoomData | None]:
        """Return a function, for a thread, that reads what this process does not know yet."""
        game = None if self.game is None else self.game.id
        return partial(read_room, self.room.code, game, self.chat.newest or None)

    async def _adopt(self, data: RoomData | None) -> None:
        """Show what was read, unless something newer is shown already."""
        if data is None or self.is_closed:
            return
        if data.room.rev > self.room.rev:
            self._show_room(data)
        if data.room.game_id is None:
            self.game = None  # its game had to be given up
        if data.game is None:
            return
        old = self.game
        if old is None:
            self._show_game(data.game)
            return
        # Hold the old game's lock: events that are being committed to it are shown first.
        async with old.turn:
            if self.game is not None and data.game.id > self.game.id:
                self._show_game(data.game)

    def _show_room(self, data: RoomData) -> None:
        is_new_game = data.room.view.variant != self.room.view.variant
        self.former.note({*self.room.players, *self.room.operators.values()})
        self.room = data.room
        self.presence.operators = data.room.operators
        self.broadcast(self.room_message(with_sheet=is_new_game))
        if data.chat is not None:
            for line in self.chat.replace(data.chat):
                self.show_line(line)
        self.show_presence()
        self.process.publish(RoomAdvanced(room=self.room.id, rev=data.room.rev))
        self.process.notify()

    def _add_lines(self, lines: tuple[Line, ...]) -> None:
        fresh = self.chat.add(lines)
        for line in fresh:
            self.show_line(line)
        if fresh:
            self.process.publish(ChatAdvanced(room=self.room.id, line=self.chat.newest))

    def _live(self, game: LoadedGame) -> LiveGame:
        return LiveGame(game, self.process.appender, self)

    def _show_game(self, game: LoadedGame) -> None:
        self.game = self._live(game)
        send_to_groups(
            self.listeners,
            lambda listener: self.viewer_of(listener.player),
            partial(game_news.beginning, self.game.state, self.game.recent),
        )
        self.seeds.watch_new_game()
        self.addresses.note_players(self.listeners)
        self._chances.update()
