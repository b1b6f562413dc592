"""The commands of the room socket, `/ws/v1/rooms/<code>/`.

`seat` in the commands of a player names a seat that they operate: that of a player on their device.
In commands about the game it counts its seats, in others those of the room. Without it they act for
themselves.
"""

from typing import Annotated

import msgspec

from games.core.engine.fields import (
    Column,
    GameCode,
    Hold,
    RollsMade,
    SeatNumber,
    Seq,
    TurnNumber,
)
from games.core.protocol.errors import ErrorCode, ProtocolError
from games.core.protocol.frames import (
    MAX_CHAT,
    Command,
    CommandDecoder,
    ReactionName,
    RulesId,
    SaltText,
    SealText,
    Seed,
    Switches,
    check_text,
)


def _check_seal(game: str | None, seal: str | None, seed: str | None) -> None:
    if (game is None) != (seal is None):
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "A seal needs the code of its game.")
    if seal is not None and seed is not None:
        raise ProtocolError(ErrorCode.BAD_MESSAGE, "Send a seed or its seal, not both.")


class Roll(Command, tag="roll", frozen=True, kw_only=True):
    """Throw the dice that are not held. `hold` lists positions from 0, none at the first roll. To
    hold all dice is allowed, and uses up a roll.
    """

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    hold: Hold = ()
    seat: SeatNumber | None = None


class Score(Command, tag="score", frozen=True, kw_only=True):
    """Fill a box with the dice on the table. `column` 0 to 2: Triple Yahtzee."""

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    category: Annotated[str, msgspec.Meta(max_length=30)]
    column: Column = 0
    seat: SeatNumber | None = None


class Hint(Command, tag="hint", frozen=True, kw_only=True):
    """Ask for the best choice, with `explain` for its `aims` too; not in rated games or
    tournaments. Only the asker gets the answer, but all see the event `hint.given`.
    """

    game: GameCode
    turn: TurnNumber
    roll: RollsMade
    explain: bool = False
    seat: SeatNumber | None = None


class Resign(Command, tag="resign", frozen=True, kw_only=True):
    """Give up; the others play on."""

    game: GameCode
    seat: SeatNumber | None = None


class AutoPlay(Command, tag="play_on", frozen=True, kw_only=True):
    """Start automatic play for another seat whose player has been away for 30 s, when it is their
    turn.
    """

    game: GameCode
    seat: SeatNumber


class Back(Command, tag="back", frozen=True, kw_only=True):
    """End automatic play of one's own seat. So do connecting, `roll` and `score`."""

    game: GameCode
    seat: SeatNumber | None = None


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat or move to it, by default the first free one. `game` and `seal`: as in `seal`;
    `terms`: as in `ready`.
    """

    seat: SeatNumber | None = None
    seed: Seed | None = None
    game: GameCode | None = None
    seal: SealText | None = None
    terms: int | None = None

    def check(self) -> None:
        """Raise ProtocolError for half a seal, or for a seal and a seed."""
        _check_seal(self.game, self.seal, self.seed)


class Stand(Command, tag="stand", frozen=True, kw_only=True):
    """Leave the seat. If the host leaves, or is away for three minutes between games, the player
    who has sat there longest becomes host. With `seat`: free a seat that one operates.
    """

    seat: SeatNumber | None = None


class Ready(Command, tag="ready", frozen=True, kw_only=True):
    """Show whether one is ready for the next game. `terms`: those that one has seen (`room.terms`);
    `stale` if they have changed since.
    """

    ready: bool = True
    terms: int | None = None


class SetSeed(Command, tag="seed", frozen=True, kw_only=True):
    """Set one's seed, 1 to 32 letters and digits. The server then knows it, and the proof says so:
    prefer `seal`.
    """

    seed: Seed
    seat: SeatNumber | None = None


class SetSeal(Command, tag="seal", frozen=True, kw_only=True):
    """Seal a seed for the game with this code (`room.next.game`), as docs/fairness.md#seals
    describes. The newest seal counts. Possible until that game starts, also during another game.
    After a first seal, each game needs a new one.
    """

    game: GameCode
    seal: SealText
    seat: SeatNumber | None = None


class AddLocal(Command, tag="add_local", frozen=True, kw_only=True):
    """Add a player on this device, between games: a guest with this name, for whom one acts. Not in
    rated rooms, rounds, or rooms of the lobby; at most 8 players on a device. Seal a seed for them.
    """

    name: Annotated[str, msgspec.Meta(max_length=100)]


class OfferSeat(Command, tag="offer_seat", frozen=True, kw_only=True):
    """Get a link (`seat.offered`) with which one person can take over a seat that one operates."""

    seat: SeatNumber


class TakeBack(Command, tag="take_back", frozen=True, kw_only=True):
    """Operate a seat again that one had added, once the person who took it over has left every
    server; for 30 s after they took it over they count as here.
    """

    seat: SeatNumber


class Reveal(Command, tag="reveal", frozen=True, kw_only=True):
    """Show the sealed seed as soon as `game.started` has fixed the seals, if it names your seal and
    the commitment you know. From any tab.
    """

    game: GameCode
    salt: SaltText
    text: Seed
    seat: SeatNumber | None = None


class Start(Command, tag="start", frozen=True, kw_only=True):
    """Start with all seated players; after a game, with all who asked for another. After
    `change_game` it is `forbidden` while somebody who is here has not said `ready` again; who is
    away loses the seat. If any player seals, it is `forbidden` while a seal is missing or a person
    is not connected (unless the clock is a day). The message names them.
    """


class Close(Command, tag="close", frozen=True, kw_only=True):
    """Close a free seat."""

    seat: SeatNumber


class Open(Command, tag="open", frozen=True, kw_only=True):
    """Open a closed seat again."""

    seat: SeatNumber


class Remove(Command, tag="remove", frozen=True, kw_only=True):
    """Send a bot away, or a player for good: they can watch, but not sit or chat. The same goes for
    the person who has taken over the seat of a player on a device. A guest cannot return from the
    same address for six hours. Impossible at a paired table before its game.
    """

    seat: SeatNumber


class AddBot(Command, tag="add_bot", frozen=True, kw_only=True):
    """Seat one of the bots (docs/bots.md) by its id, by default on the first free seat."""

    bot: Annotated[str, msgspec.Meta(max_length=20)]
    seat: SeatNumber | None = None


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """Give every free seat to a bot."""


class StandIns(Command, tag="stand_ins", frozen=True, kw_only=True):
    """Set whether a bot plays for a player who leaves; not in rated rooms."""

    on: bool


class ChangeGame(Command, tag="change_game", frozen=True, kw_only=True):
    """Give the table another game, rules or clock (null: none), between games. It takes back every
    `ready`, seal and seed, raises `room.terms`, and the room's `status` is `open`: seal again, and
    `start` begins the game, not `rematch`.
    """

    variant: RulesId
    switches: Switches = {}
    clock: int | None = None


class Rematch(Command, tag="rematch", frozen=True, kw_only=True):
    """Ask for another game. It starts when all have asked, have sent their seals and are connected.
    When somebody comes to play, the others have to ask again. `game` and `seal`: as in `seal`, for
    one's own seat; `seal` those of other seats that one plays first. `terms`: as in `ready`.
    """

    seed: Seed | None = None
    game: GameCode | None = None
    seal: SealText | None = None
    terms: int | None = None

    def check(self) -> None:
        """Raise ProtocolError for half a seal, or for a seal and a seed."""
        _check_seal(self.game, self.seal, self.seed)


class Select(Command, tag="select", frozen=True, kw_only=True):
    """Show which dice one considers holding, at most five times a second."""

    game: GameCode
    turn: TurnNumber
    hold: Hold
    seat: SeatNumber | None = None


class Chat(Command, tag="chat", frozen=True, kw_only=True):
    """Write a line: 1 to 200 characters, no control or direction characters."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]

    def check(self) -> None:
        """Raise ProtocolError unless the text is plain and visible."""
        check_text(self.text)


class Talk(Command, tag="talk", frozen=True, kw_only=True):
    """Open the chat at a table where strangers meet, or end it (`on` false): a public or paired
    table, or one of a tournament. Players can write once everybody who plays has opened it; only
    those who have opened it before get a line. `watchers`: also hear people who only watch.
    """

    on: bool
    watchers: bool = False


class React(Command, tag="react", frozen=True, kw_only=True):
    """Show `clap`, `fire`, `laugh`, `wow`, `cry`, `luck`, `good_luck`, `nice_roll`, `so_close`,
    `ouch`, `well_played` or `thanks` beside one's name. Only for those who may chat; it needs
    no open chat.
    """

    reaction: ReactionName


class Mute(Command, tag="mute", frozen=True, kw_only=True):
    """Mute one person, or without `player` all spectators; `muted` false undoes it."""

    player: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] | None = None
    muted: bool


class Sync(Command, tag="sync", frozen=True, kw_only=True):
    """ "I have the game up to `seq`": get what is missing, as `update` or `snapshot`. Also works
    with another game's code, without one, or with a `seq` ahead of the log. Before the first game
    there is only the `ack`.
    """

    game: GameCode | None = None
    seq: Seq = 0


class Ping(Command, tag="ping", frozen=True, kw_only=True):
    """Show that the client is alive and how far it has read. Answered by `pong`, and by everything
    that is missing.
    """

    game: GameCode | None = None
    seq: Seq | None = None
    rev: Seq | None = None


ROOM_COMMANDS: tuple[type[Command], ...] = (
    Roll,
    Score,
    Hint,
    Resign,
    AutoPlay,
    Back,
    Sit,
    Stand,
    Ready,
    SetSeed,
    SetSeal,
    Reveal,
    Start,
    Close,
    Open,
    Remove,
    AddBot,
    Fill,
    StandIns,
    ChangeGame,
    AddLocal,
    OfferSeat,
    TakeBack,
    Rematch,
    Select,
    Chat,
    Talk,
    React,
    Mute,
    Sync,
    Ping,
)

ROOM_DECODER = CommandDecoder(ROOM_COMMANDS)
