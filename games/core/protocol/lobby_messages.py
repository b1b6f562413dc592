"""The messages of the lobby socket, `/ws/v1/lobby/`."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.clocks import Clock
from games.core.engine.fields import MAX_SEATS, GameCode, Milliseconds, PlayerId, Record, Seq
from games.core.engine.state import DiceMode, Mode
from games.core.protocol.frames import Ack, Bye, Error, Message, You
from games.core.protocol.room_view import RoomVariant

RoomCode = GameCode
Count = Annotated[int, msgspec.Meta(ge=0)]


ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn"]


class Person(Record, frozen=True):
    """A player and their rating in the variant, null before their first rated game (with the same
    dice for everybody: before their first such game).

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
    """An open room (`room`), or a running game to watch (`game`). `tournament`: the code of its
    tournament, absent if there is none. `mode` is absent where players take turns, `dice` where
    each seat has its own.
    """

    code: RoomCode
    kind: Literal["room", "game"]
    variant: RoomVariant
    clock: Clock
    rated: bool
    host: Person | None
    seats: Annotated[int, msgspec.Meta(ge=1, le=MAX_SEATS)]
    taken: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS)]
    players: tuple[Person, ...]
    tournament: RoomCode | UnsetType = UNSET
    mode: Mode | UnsetType = UNSET
    dice: DiceMode | UnsetType = UNSET


class GameScore(Record, frozen=True):
    """How far a game to watch is. `totals` has an entry for each of the row's `players`, null for
    one without a card.
    """

    code: RoomCode
    round: Annotated[int, msgspec.Meta(ge=0)]
    rounds: Annotated[int, msgspec.Meta(ge=1)]
    totals: tuple[int | None, ...]


class Featured(Record, frozen=True):
    """The room of the game that the home page shows. `demo`: only bots play, to show the game."""

    code: RoomCode
    demo: bool


class LobbyView(Record, frozen=True):
    """The whole lobby. `online` counts recently active players, `searching` players who search.

    `scores`: of the games to watch.
    """

    rows: tuple[LobbyRow, ...]
    online: Count
    searching: Count
    scores: tuple[GameScore, ...] = ()
    featured: Featured | None = None


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


class InvitationView(Record, frozen=True, kw_only=True):
    """Somebody at a table asks a player to join. `circle`: its name if all its members were asked,
    "" otherwise. `expires`: when the invitation disappears.
    """

    room: RoomCode
    from_: Person = msgspec.field(name="from")
    circle: str
    variant: RoomVariant
    clock: Clock
    rated: bool
    expires: Milliseconds


class FellowView(Record, frozen=True):
    """Somebody of a player's circles who is here, and lets the player know. `plays`: the name of
    their game, "" if they play none. `room`: its table, if the player may watch it: it is public,
    or open for a circle of the player.
    """

    player: PlayerId
    name: str
    avatar: str
    plays: str = ""
    room: RoomCode | UnsetType = UNSET


class LobbyWelcome(Message, tag="welcome", frozen=True, kw_only=True):
    """The first message. `lobby.rows`: public tables with a free seat (`room`) and games to watch
    (`game`). `online`: players seen in the last 90 s.
    """

    protocol: Literal[1]
    time: Milliseconds
    you: You
    seq: Seq
    lobby: LobbyView
    ticket: TicketView | None
    challenges: tuple[ChallengeView, ...]


class LobbyUpdate(Message, tag="lobby", frozen=True, kw_only=True):
    """New or changed rows in `set`, removed ones in `gone`, changed `scores`; `featured` only
    if it has changed.
    """

    seq: Seq
    set: tuple[LobbyRow, ...]
    gone: tuple[RoomCode, ...]
    online: Count
    searching: Count
    scores: tuple[GameScore, ...] | UnsetType = UNSET
    featured: Featured | UnsetType | None = UNSET


class LobbySnapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """The whole lobby, up to `seq`."""

    seq: Seq
    lobby: LobbyView


class MyTicket(Message, tag="ticket", frozen=True, kw_only=True):
    """My request, in all my tabs; null: I am not searching. `offer_company` after 5 s; `room` once
    players are found.
    """

    ticket: TicketView | None


class Paired(Message, tag="paired", frozen=True, kw_only=True):
    """A table for me: go to this room."""

    room: RoomCode


class MyChallenges(Message, tag="challenges", frozen=True, kw_only=True):
    """All challenges by me and to me. An `open` one ends at `expires`, after five minutes (with a
    day a turn, after a day). Its outcome is shown for 30 s (if it is accepted with a day a turn, 23
    hours).
    """

    challenges: tuple[ChallengeView, ...]


class MyInvitations(Message, tag="invitations", frozen=True, kw_only=True):
    """All invitations that I can answer, when they have changed."""

    invitations: tuple[InvitationView, ...]


class Fellows(Message, tag="fellows", frozen=True, kw_only=True):
    """Who of my circles is here. `whole`: `set` has everybody; otherwise who is new or has changed,
    and `gone` who has left.
    """

    whole: bool
    set: tuple[FellowView, ...]
    gone: tuple[PlayerId, ...]


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
    | MyInvitations
    | Fellows
    | Ack
    | Error
    | LobbyPong
    | Bye
)

read_lobby_message = msgspec.json.Decoder(LobbyMessage).decode
