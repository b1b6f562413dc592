"""Everything that a live room needs from the database, read in one call."""

from typing import NamedTuple

from games.protocol import ChatLine
from games.rooms import LoadedRoom, Table, chat, load_room, loaded
from games.store import LoadedGame, load_game


class RoomData(NamedTuple):
    """A room. `chat` and `game` are None if the caller knows them already."""

    room: LoadedRoom
    chat: tuple[ChatLine, ...] | None
    game: LoadedGame | None


def read_room(
    code: str,
    known_game: int | None = None,
    known_chat: int | None = None,
    table: Table | None = None,
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
    is_new = room.game_id is not None and room.game_id != known_game
    game = load_game(room.game_id) if is_new and room.game_id is not None else None
    lines = None if room.last_chat == known_chat else chat.recent(room.id)
    return RoomData(room, lines, game)
