"""What a live room knows from the database: the room and its game, the newest lines of its chat,
and who has had a place at the table.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

import msgspec

from games.core.engine import GameState
from games.platform.database.threads import in_database
from games.record.log.loading import LoadedGame, load_game, load_games
from games.record.log.models import Scorecard
from games.tables.live.game import LiveGame
from games.tables.live.process_hints import ChatAdvanced, GameAdvanced, Hint, RoomAdvanced
from games.tables.rooms import chat
from games.tables.rooms.changes import LockedRoom
from games.tables.rooms.chat import MAX_LINES, Line
from games.tables.rooms.loading import load_room, load_rooms
from games.tables.rooms.room_view import LoadedRoom, loaded

MOST_READ = 100


class ChatLines:
    """At most MAX_LINES lines, oldest first."""

    def __init__(self, lines: tuple[Line, ...]) -> None:
        self.all = lines

    @property
    def newest(self) -> int:
        return self.all[-1].id if self.all else 0

    def replace(self, read: tuple[Line, ...]) -> list[Line]:
        """Take the lines read from the database, and keep later ones. Return those new here."""
        newest = read[-1].id if read else self.newest
        fresh = self._unknown(read)
        self.all = (*read, *(line for line in self.all if line.id > newest))
        return fresh

    def add(self, lines: tuple[Line, ...]) -> list[Line]:
        """Add lines, and return the new ones."""
        fresh = self._unknown(lines)
        if fresh:
            self.all = tuple(sorted((*self.all, *fresh), key=attrgetter("id"))[-MAX_LINES:])
        return fresh

    def _unknown(self, lines: tuple[Line, ...]) -> list[Line]:
        known = {line.id for line in self.all}
        return [line for line in lines if line.id not in known]


class FormerPlayers:
    """The people who have left a table. They are read from the database once for a table, when
    somebody asks; later ones are noted. So strangers who ask cost nothing more.
    """

    def __init__(self, room_id: int) -> None:
        self._room_id = room_id
        self._known: set[int] = set()
        self._is_read = False
        self._reading = asyncio.Lock()

    def note(self, players: Iterable[int]) -> None:
        """Note people who have a place now, and may lose it."""
        self._known.update(players)

    async def has(self, player: int) -> bool:
        """Whether a player has had a place here in one of the newest games."""
        if player not in self._known and not self._is_read:
            async with self._reading:
                if not self._is_read:
                    self._known.update(await in_database(self._read))
                    self._is_read = True
        return player in self._known

    def _read(self) -> list[int]:
        cards = Scorecard.objects.filter(game__room=self._room_id, player__is_bot=False)
        newest = cards.order_by("-game", "seat").values_list("player", flat=True)[:MOST_READ]
        return [player for player in newest if player is not None]


class RoomData(NamedTuple):
    """A room. `chat` and `game` are None if the caller knows them already."""

    room: LoadedRoom
    chat: tuple[chat.Line, ...] | None
    game: LoadedGame | None


def read_rooms(codes: Sequence[str]) -> dict[str, RoomData | Exception]:
    """Return the rooms with these codes, without the unknown ones. A room whose game cannot be read
    maps to the error, so that the others still open.

    Makes five queries, and one for each room with chat.
    """
    rooms = load_rooms(codes)
    games = load_games([room.game_id for room in rooms.values() if room.game_id is not None])
    found: dict[str, RoomData | Exception] = {}
    for code, room in rooms.items():
        game = None if room.game_id is None else games[room.game_id]
        if isinstance(game, Exception):
            found[code] = game
        else:
            found[code] = RoomData(
                room, () if room.last_chat is None else chat.recent(room.id), game
            )
    return found


def read_room(
    code: str,
    known_game: int | None = None,
    known_chat: int | None = None,
    table: LockedRoom | None = None,
) -> RoomData | None:
    """Return a room as committed; None if there is none.

    `known_game` and `known_chat`: ids of the game and the newest line of chat that the caller
    knows. `table`: the room as a change has just committed it, which saves reading it.
    """
    if table is None or not table.room.next_code:
        room = load_room(code)
    else:
        room = loaded(table.room, table.seats)
    if room is None:
        return None
    game = None if table is None else table.started
    if game is None and room.game_id is not None and room.game_id != known_game:
        game = load_game(room.game_id)
    lines = None if room.last_chat == known_chat else chat.recent(room.id)
    return RoomData(room, lines, game)


def after_end(room: LoadedRoom, state: GameState) -> LoadedRoom | None:
    """Return the room after the event that finished its game; None if this is not just after it,
    or if names that were held back show now.
    """
    view = room.view
    if room.old_names:
        return None
    if (state.status, view.game, view.status) != ("finished", state.code, "playing"):
        return None
    # The transaction that committed the event has also bumped the revision.
    return replace(room, rev=room.rev + 1, view=msgspec.structs.replace(view, status="over"))


def heads_of(room: int, rev: int, line: int, game: LiveGame | None) -> Iterator[Hint]:
    """Yield hints that say how far a room, its chat and its game are."""
    yield RoomAdvanced(room=room, rev=rev)
    yield ChatAdvanced(room=room, line=line)
    if game is not None:
        yield GameAdvanced(room=room, game=game.id, seq=game.state.seq, head=game.head)
