"""The messages of the lobby socket, `/ws/v1/lobby/`."""

from typing import Annotated, Literal

import msgspec

from games.engine.clocks import Clock
from games.engine.fields import GameCode, Milliseconds, PlayerId, Record, Seq
from games.protocol.frames import Ack, Bye, Error, Message, You
from games.protocol.room_view import RoomVariant

RoomCode = GameCode
Count = Annotated[int, msgspec.Meta(ge=0)]


ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn"]


class Person(Record, frozen=True):
    """A player and their rating in the variant, null before their first rated game.

    `provisional`: the rating is still uncertain, and shown with a question mark. `guest`: the
    player has no account. `avatar` names the player's picture, as at a seat of a room.
    """

    player: PlayerId
    name: str
    rating: int | None
    provisional: bool
    guest: bool
    avatar: str = ""


class LobbyRow(Record, frozen=True):
    """An open room (`room`), or a running game to watch (`game`)."""

    code: RoomCode
    kind: Literal["room", "game"]
    variant: RoomVariant
    clock: Clock
    rated: bool
    host: Person | None
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)]
    taken: Annotated[int, msgspec.Meta(ge=0, le=8)]
    players: tuple[Person, ...]


class LobbyView(Record, frozen=True):
    """The whole lobby. `online` counts recently active players, `searching` those who search."""

    rows: tuple[LobbyRow, ...]
    online: Count
    searching: Count


class TicketView(Record, frozen=True):
    """A player's search. `players`: 2 to 4, or 0 for any number. `room`: null until paired."""

    variant: RoomVariant
    clock: Clock
    rated: bool
    players: Annotated[int, msgspec.Meta(ge=0, le=4)]
    since: Milliseconds
    offer_company: bool
    room: RoomCode | None


class ChallengeView(Record, frozen=True, kw_only=True):
    """One player challenges another to a game. `expires`: when the challenge disappears."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    from_: Person = msgspec.field(name="from")
    to: Person
    variant: RoomVariant
    clock: Clock
    rated: bool
    expires: Milliseconds
    status: ChallengeStatus
    room: RoomCode | None


class LobbyWelcome(Message, tag="welcome", frozen=True, kw_only=True):
    """Always the first message: the whole state."""

    protocol: Literal[1]
    time: Milliseconds
    you: You
    seq: Seq
    lobby: LobbyView
    ticket: TicketView | None
    challenges: tuple[ChallengeView, ...]


class LobbyUpdate(Message, tag="lobby", frozen=True, kw_only=True):
    """Changes: new or changed rows, and the codes of rows that are gone."""

    seq: Seq
    set: tuple[LobbyRow, ...]
    gone: tuple[RoomCode, ...]
    online: Count
    searching: Count


class LobbySnapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """The lobby as it is now."""

    seq: Seq
    lobby: LobbyView


class MyTicket(Message, tag="ticket", frozen=True, kw_only=True):
    """The player's search as it is now, or null."""

    ticket: TicketView | None


class Paired(Message, tag="paired", frozen=True, kw_only=True):
    """The player is paired: go to this room."""

    room: RoomCode


class MyChallenges(Message, tag="challenges", frozen=True, kw_only=True):
    """All challenges by and to the player, including those answered a moment ago."""

    challenges: tuple[ChallengeView, ...]


class LobbyPong(Message, tag="pong", frozen=True, kw_only=True):
    """The answer to `ping`."""

    time: Milliseconds
    seq: Seq


LobbyMessage = (
    LobbyWelcome
    | LobbyUpdate
    | LobbySnapshot
    | MyTicket
    | Paired
    | MyChallenges
    | Ack
    | Error
    | LobbyPong
    | Bye
)

read_lobby_message = msgspec.json.Decoder(LobbyMessage).decode
