"""A room, as browsers get it."""

from typing import Literal

from msgspec import UNSET, UnsetType

from games.core.engine.clocks import Clock
from games.core.engine.fields import (
    EntryIndex,
    GameCode,
    Milliseconds,
    PlayerId,
    Record,
    Seal,
    SeatNumber,
    Sha256,
)
from games.core.engine.sheet import Sheet
from games.core.engine.state import DiceMode, Mode


class SwitchView(Record, frozen=True):
    """A house rule, and the choice for this room."""

    id: str
    name: str
    value: str
    label: str


class RoomVariant(Record, frozen=True):
    """The variant of a room, with its house rules."""

    id: str
    name: str
    switches: tuple[SwitchView, ...]


class RoomSeat(Record, frozen=True):
    """A seat of the room. `persona` is the bot's personality, null for people.

    `seal`: the seal of the player's seed for the next game, "" if there is none. `known`: the
    server knows the seed, which is in `seed`; a sealed seed is "". `avatar` names the player's
    picture: two capital letters are signal flags, "bot-" with a persona is the bot's face, and
    other names are drawings. `operator`: the person who plays this seat for its player, on their
    own device; `lender`: the person who added the player. Both absent for all others. `agrees`:
    false until the player says that they are ready for a game that was changed; else absent.
    `holiday`: from and until when the player is on holiday, now or next: with a long clock, their
    turn does not end meanwhile.
    """

    seat: SeatNumber
    player: PlayerId | None
    name: str | None
    guest: bool
    bot: bool
    persona: str | None
    ready: bool
    seed: str
    seal: Seal
    known: bool
    closed: bool
    avatar: str | None = None
    operator: PlayerId | UnsetType = UNSET
    lender: PlayerId | UnsetType = UNSET
    agrees: Literal[False] | UnsetType = UNSET
    holiday: tuple[Milliseconds, Milliseconds] | UnsetType = UNSET


class EntryPlace(Record, frozen=True):
    """A place in the public log of commitments: an entry's index, from 1, and its hash."""

    index: EntryIndex
    hash: Sha256


class NextGame(Record, frozen=True):
    """The code of the next game, the commitment to its dice, and the place of the commitment in
    the public log.
    """

    game: GameCode
    commitment: Sha256
    entry: EntryPlace


class RatingChange(Record, frozen=True):
    """How a rated game changed a rating, in the numbers that players see."""

    before: int
    after: int
    provisional: bool


class Rated(Record, frozen=True):
    """How the newest game, if rated, changes ratings: one change for each seat, null for none.

    `counted`: whether its result is counted yet. `uncounted`: why the game changes no rating of
    the players who stayed, in words; known at its start or with its result.
    """

    counted: bool
    uncounted: str | None
    seats: tuple[RatingChange | None, ...]


class RoomView(Record, frozen=True, kw_only=True):
    """A room. `number` counts its games. `game` is the newest of them, `result` how it changes
    ratings, null if it is casual. `ended`: staff have closed the room. `stand_ins`: whether a bot
    replaces anyone who leaves. `mode` is absent where players take turns, `dice` where each seat
    has its own. `sheet`: only in the welcome, and when the host has changed the game. `tournament`:
    the code of the tournament whose table this is, absent for others. `terms`: how often the next
    game was changed. `talk`: who has opened the chat, and `talk_watchers` who of them also hears
    spectators; both only where strangers meet.
    """

    code: str
    variant: RoomVariant
    sheet: Sheet | UnsetType = UNSET
    clock: Clock
    public: bool
    ended: bool
    rated: bool
    stand_ins: bool
    muted: tuple[PlayerId, ...]
    spectators_muted: bool
    host: PlayerId | None
    seats: tuple[RoomSeat, ...]
    status: Literal["open", "playing", "over"]
    game: GameCode | None
    result: Rated | None
    number: int
    next: NextGame
    tournament: GameCode | UnsetType = UNSET
    terms: int = 0
    talk: tuple[PlayerId, ...] | UnsetType = UNSET
    talk_watchers: tuple[PlayerId, ...] | UnsetType = UNSET
    mode: Mode | UnsetType = UNSET
    dice: DiceMode | UnsetType = UNSET
