"""The frames that the lobby's socket sends."""

from typing import Annotated, Literal

import msgspec

from games.protocol.fields import GameCode, Seq
from games.protocol.room_messages import Ack, Bye, Error, Message, You
from games.protocol.room_view import RoomVariant
from games.protocol.values import Milliseconds, Player, Record

RoomCode = GameCode
Count = Annotated[int, msgspec.Meta(ge=0)]
Clock = Literal[30, 60, 90, 86400] | None


class Person(Record, frozen=True):
    """A player and the number of his rating in the variant; null before his first rated game.

    `provisional`: little is known yet, the number is shown with a question mark.
    """

    player: Player
    name: str
    rating: int | None
    provisional: bool


class LobbyRow(Record, frozen=True):
    """An open table (`room`), or a running game to watch (`game`)."""

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
    """The whole lobby. `online` counts players seen lately, `searching` those who wait."""

    rows: tuple[LobbyRow, ...]
    online: Count
    searching: Count


class TicketView(Record, frozen=True):
    """My wish to be paired. `players`: 2 to 4, or 0 for any. `room` is there once it is found."""

    variant: RoomVariant
    clock: Clock
    rated: bool
    players: Annotated[int, msgspec.Meta(ge=0, le=4)]
    since: Milliseconds
    offer_company: bool
    room: RoomCode | None


class ChallengeView(Record, frozen=True, kw_only=True):
    """One player asks another for a game. `expires`: when it is shown no more."""

    id: Annotated[int, msgspec.Meta(ge=1)]
    from_: Person = msgspec.field(name="from")
    to: Person
    variant: RoomVariant
    clock: Clock
    rated: bool
    expires: Milliseconds
    status: Literal["open", "accepted", "declined", "withdrawn"]
    room: RoomCode | None


class LobbyWelcome(Message, tag="welcome", frozen=True, kw_only=True):
    """The first message, always: the whole truth."""

    protocol: Literal[1]
    time: Milliseconds
    you: You
    seq: Seq
    lobby: LobbyView
    ticket: TicketView | None
    challenges: tuple[ChallengeView, ...]


class LobbyUpdate(Message, tag="lobby", frozen=True, kw_only=True):
    """What has changed: rows that are new or different, and codes of rows that are gone."""

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
    """My wish as it is now; null: none."""

    ticket: TicketView | None


class Paired(Message, tag="paired", frozen=True, kw_only=True):
    """A table is mine: go there."""

    room: RoomCode


class MyChallenges(Message, tag="challenges", frozen=True, kw_only=True):
    """All challenges by me and to me, those answered a moment ago too."""

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

read_lobby = msgspec.json.Decoder(LobbyMessage).decode
