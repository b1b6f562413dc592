"""The hints that processes send each other: something has changed, read it from the database.

A hint may be lost, repeated or late. Presence and selections are not stored, so their hints have
the full content.
"""

from typing import NamedTuple, TypeAlias

import msgspec

from games.core.protocol.room_messages import Reaction, Selection
from games.record.log.records import EventRow

# The lobby's hints have this room id. All processes get them.
LOBBY_ID = 0


class HintBase(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """A hint. `room` is the id of the room, or LOBBY_ID."""

    room: int

    @property
    def key(self) -> tuple[object, ...]:
        """What the hint is about. It replaces an unsent hint with the same key."""
        return self.room, type(self)


# A spectator with an account: their id and name.
Watcher: TypeAlias = tuple[int, str]
# The most events in a hint. A process that misses more reads the log.
MAX_EVENTS = 50


class GameAdvanced(HintBase, tag="game", frozen=True, kw_only=True):
    """The log of a game has grown to `seq`. `head`: the hash of that event; a process whose hash
    differs has a wrong log. `events`: the newest ones, up to `seq` and without a gap, or none.
    """

    game: int
    seq: int
    head: str
    events: tuple[EventRow, ...] = ()

    def after(self, earlier: "GameAdvanced") -> "GameAdvanced":
        """Merge this hint with an earlier unsent one of the same room."""
        newest = max(earlier, self, key=lambda hint: (hint.game, hint.seq))
        if earlier.game != self.game:
            return newest
        # Between the two, another process may have written events that this one does not announce:
        # keep only the run without a gap that ends with the newest event.
        known = {row.seq: row for row in (*earlier.events, *self.events)}
        first = newest.seq + 1
        while first - 1 in known and newest.seq - first + 1 < MAX_EVENTS:
            first -= 1
        events = tuple([known[seq] for seq in range(first, newest.seq + 1)])
        return msgspec.structs.replace(newest, events=events)


class RoomAdvanced(HintBase, tag="room", frozen=True, kw_only=True):
    """The room has reached revision `rev`."""

    rev: int


class ChatAdvanced(HintBase, tag="chat", frozen=True, kw_only=True):
    """The room's chat has a line with the id `line`."""

    line: int


class RoomRewritten(HintBase, tag="rewritten", frozen=True, kw_only=True):
    """The room or its game was changed from outside a live room. `reload`: the game had stopped,
    and the state that other processes have may be wrong.
    """

    reload: bool = False


class SelectionChanged(HintBase, tag="selection", frozen=True, kw_only=True):
    """The acting player may hold other dice."""

    message: Selection


class ReactionShown(HintBase, tag="reaction", frozen=True, kw_only=True):
    """A player reacts. Not stored."""

    message: Reaction

    @property
    def key(self) -> tuple[object, ...]:
        """Unique: no reaction replaces another."""
        return self.room, type(self), id(self)


class RoomJoined(HintBase, tag="room_joined", frozen=True, kw_only=True):
    """This process now gets the room's hints. Never sent to others."""


class RoomShared(HintBase, tag="room_shared", frozen=True, kw_only=True):
    """This process has just heard that another one has the room, too. Never sent to others."""


class RoomPeople(NamedTuple):
    """Who is in a room through the sender: the players, the number of nameless spectators, and the
    spectators with an account.
    """

    room: int
    players: tuple[int, ...]
    watching: int
    names: tuple[Watcher, ...] = ()


class PeopleHere(HintBase, tag="people", frozen=True, kw_only=True):
    """Who is in some of the sender's rooms. `asks`: rooms for which it asks others the same.

    All processes get it. `part`: the number of the message, if one cannot hold everything.
    """

    part: int
    rooms: tuple[RoomPeople, ...]
    asks: tuple[int, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Unique: each message is about other rooms, so none replaces another."""
        return self.room, type(self), self.part, id(self)


class LobbyChanged(HintBase, tag="lobby", frozen=True, kw_only=True):
    """What the lobby shows may have changed."""


class PeopleChanged(HintBase, tag="people_changed", frozen=True, kw_only=True):
    """Some players have been signed out, or others hear them no longer."""


class ServerChanged(HintBase, tag="server", frozen=True, kw_only=True):
    """The sender has just started, or is about to stop: players may have been out of touch."""


Hint: TypeAlias = (
    GameAdvanced
    | RoomAdvanced
    | ChatAdvanced
    | RoomRewritten
    | SelectionChanged
    | ReactionShown
    | RoomJoined
    | RoomShared
    | PeopleHere
    | LobbyChanged
    | PeopleChanged
    | ServerChanged
)
