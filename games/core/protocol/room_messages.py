"""The messages of the room socket, `/ws/v1/rooms/<code>/`."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.core.engine.fields import (
    Column,
    Face,
    GameCode,
    Hold,
    Milliseconds,
    PlayerId,
    Record,
    RollNumber,
    SeatNumber,
    Seq,
    TurnNumber,
)
from games.core.engine.game_view import GameView, OptionView, ViewChanges
from games.core.protocol.events import Event
from games.core.protocol.frames import Ack, Bye, Error, Message, ReactionName, You
from games.core.protocol.room_view import RoomView


class Presence(Message, tag="presence", frozen=True, kw_only=True):
    """Who is here, which seated players are away, how many watch. `watchers`: the names of watching
    accounts, at most 20.
    """

    here: tuple[PlayerId, ...]
    away: tuple[PlayerId, ...]
    watching: Annotated[int, msgspec.Meta(ge=0)]
    watchers: tuple[str, ...] = ()


class Selection(Message, tag="selection", frozen=True, kw_only=True):
    """The dice that the acting seat considers holding."""

    game: GameCode
    seat: SeatNumber
    turn: TurnNumber
    hold: Hold


class HintOption(Record, frozen=True):
    """A choice: the faces to keep, or the box to fill. `value`: expected points from here to the
    end, including those of the box. `loss`: how many fewer than with the best choice.
    """

    keep: tuple[Face, ...] | None
    box: OptionView | None
    value: float
    loss: float


class HintAim(Record, frozen=True):
    """A box that the best choice of dice to keep may lead to. `share`: the probability that perfect
    play scores all of these dice there; `points`: the mean points then; `now`: what the dice on
    the table would score there. All points are raw. `faces`: if one die is rolled, those of its
    faces that score more than `now`.
    """

    column: Column
    category: str
    share: Annotated[float, msgspec.Meta(ge=0, le=1)]
    points: float
    now: int
    faces: tuple[Face, ...]


class HintMessage(Message, tag="hint", frozen=True, kw_only=True):
    """Up to five choices, best first: `keep` these faces, or fill the `box`. Estimated if not
    `exact`. `aims`: up to four boxes that the best keep may lead to.
    """

    game: GameCode
    turn: TurnNumber
    roll: RollNumber
    exact: bool
    options: tuple[HintOption, ...]
    aims: tuple[HintAim, ...] | UnsetType = UNSET


class SeatOffered(Message, tag="seat.offered", frozen=True, kw_only=True):
    """The answer to `offer_seat`, for the asker only: `path`, on this site, of a page where one
    person can take over the room's seat `seat`, once, until `until`.
    """

    seat: SeatNumber
    path: str
    until: Milliseconds


class Notice(Message, tag="notice", frozen=True, kw_only=True):
    """Something to know about what the player has just done, in their language: the new rules have
    no hints yet, because the queue for perfect play is full.
    """

    text: str


class Chances(Message, tag="chances", frozen=True, kw_only=True):
    """Each seat's probability of winning (docs/solver.md#win-probabilities) after event `seq`. Only
    for spectators, and never in rated games. It may come some time after the events, or not at all.
    """

    game: GameCode
    seq: Seq
    win: tuple[Annotated[float, msgspec.Meta(ge=0, le=1)], ...]


class ChatLine(Message, tag="chat", frozen=True, kw_only=True):
    """A line of chat. A line with an `id` that you have is the same line. It does not change `rev`.
    `guest`: the writer has no account, so anybody can take that name.
    """

    id: int
    player: PlayerId | None
    name: str
    guest: bool
    text: str
    at: Milliseconds


class Reaction(Message, tag="reaction", frozen=True, kw_only=True):
    """Show it beside the name for two seconds. `guest`: as in `chat`."""

    player: PlayerId
    name: str
    guest: bool
    reaction: ReactionName


class Welcome(Message, tag="welcome", frozen=True, kw_only=True):
    """The first message. `view` and `seq` are those of `game`, the room's current or last game.
    `room.sheet`, the layout of the scorecard, is here and in the first `room` after a change of
    game. `chat`: the last 50 lines.
    """

    protocol: Literal[1]
    time: Milliseconds
    you: You
    rev: int
    room: RoomView
    game: GameCode | None
    seq: Seq | None
    view: GameView | None
    presence: Presence
    selection: Selection | None
    chat: tuple[ChatLine, ...]


class People(Message, tag="people", frozen=True, kw_only=True):
    """Whom you hear has changed, for example because you have blocked somebody. Replace what you
    know of the room, of who is here and of the chat.
    """

    rev: int
    room: RoomView
    presence: Presence
    chat: tuple[ChatLine, ...]


class RoomUpdate(Message, tag="room", frozen=True, kw_only=True):
    """The room (docs/protocol.md#the-room) has changed: use the higher `rev`."""

    rev: int
    room: RoomView


class Update(Message, tag="update", frozen=True, kw_only=True):
    """New events, and the whole game (docs/protocol.md#update) after them: for the first events of
    a game, for `sync` and `ping`, and with `?whole=1`.
    """

    game: GameCode
    seq: Seq
    events: tuple[Event, ...]
    view: GameView


class Delta(Message, tag="delta", frozen=True, kw_only=True):
    """New events, and what they change in the view (docs/protocol.md#delta) at `base`."""

    game: GameCode
    base: Seq
    seq: Seq
    events: tuple[Event, ...]
    changes: ViewChanges


class Done(Message, tag="done", frozen=True, kw_only=True):
    """In rounds (docs/protocol.md#rounds), the new `done` of the view. It has no number."""

    game: GameCode
    round: int
    done: tuple[SeatNumber, ...]


class Snapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """The game, without the events that led to it."""

    game: GameCode
    seq: Seq
    view: GameView


class Pong(Message, tag="pong", frozen=True, kw_only=True):
    """The answer to `ping`; no `seq` before the first game."""

    time: Milliseconds
    rev: int
    seq: Seq | UnsetType = UNSET


RoomMessage = (
    Welcome
    | People
    | RoomUpdate
    | Update
    | Delta
    | Done
    | Snapshot
    | Presence
    | Selection
    | Chances
    | HintMessage
    | SeatOffered
    | Notice
    | ChatLine
    | Reaction
    | Ack
    | Error
    | Pong
    | Bye
)

read_room_message = msgspec.json.Decoder(RoomMessage).decode
